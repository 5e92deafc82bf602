import { useState } from 'react';
import { EVERY_KIND, pushObstacle, switchPushOn } from '../../client/push-device.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { t } from './push-texts.ts';
import { Slip } from './Slip.tsx';

/** Asks once whether to call this device, after the user was called back to a hidden window. */
export default function PushSlip({ userId }: { userId: string }) {
  const [isAnswered, setAnswered] = useState(
    pushObstacle() !== null || Notification.permission !== 'default',
  );
  if (isAnswered) return null;

  const answer = (): void => {
    storage.setItem(KEYS.pushSlip, 'answered');
    setAnswered(true);
  };
  const accept = async (): Promise<void> => {
    const outcome = await switchPushOn(userId, EVERY_KIND).catch(() => 'unreachable' as const);
    if (outcome === 'dismissed') return;
    answer();
    if (outcome === 'on') toast.success(t('on'));
    else toast.warning(t(outcome));
  };
  return (
    <Slip icon="megaphone" text={t('ask')} hideLabel={t('never')} onHide={answer}>
      <Button small onClick={() => void accept()}>
        {t('accept')}
      </Button>
    </Slip>
  );
}
