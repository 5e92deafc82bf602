import { useState } from 'react';
import { EVERY_KIND, pushObstacle, switchPushOn } from '../../client/push-device.ts';
import { answerPush } from '../../client/push-due.ts';
import { deviceNow } from '../../client/time.ts';
import { toast } from '../../ui/toast-store.ts';
import { t } from './texts.ts';

/** The question whether to call this device; null where the browser has already answered it. */
export function usePushQuestion(userId: string) {
  const [isAnswered, setAnswered] = useState(
    pushObstacle() !== null || Notification.permission !== 'default',
  );
  const [busy, setBusy] = useState(false);
  if (isAnswered) return null;

  const answer = (): void => {
    answerPush(deviceNow());
    setAnswered(true);
  };
  const accept = async (): Promise<void> => {
    setBusy(true);
    const outcome = await switchPushOn(userId, EVERY_KIND).catch(() => 'failed' as const);
    setBusy(false);
    if (outcome === 'dismissed') return;
    if (outcome === 'failed') return void toast.error(t('push.failed'));
    answer();
    if (outcome === 'on') toast.success(t('push.on'));
    else toast.warning(t(`push.${outcome}`));
  };
  return { busy, accept: () => void accept(), later: answer };
}
