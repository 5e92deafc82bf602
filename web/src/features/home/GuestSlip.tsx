import { useState } from 'react';
import { KEYS, storage } from '../../client/storage.ts';
import { t as appText } from '../../client/texts.ts';
import { deviceNow } from '../../client/time.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Slip } from './Slip.tsx';
import { t } from './texts.ts';

/** A closed slip stays hidden for a week. Milliseconds. */
const HIDDEN = 7 * 86_400_000;

/** Reminds a guest that registering keeps the games. */
export function GuestSlip() {
  const [hiddenAt, setHiddenAt] = useState(() => Number(storage.getItem(KEYS.guestSlip) ?? 0));
  if (deviceNow() - hiddenAt < HIDDEN) return null;
  const hide = (): void => {
    storage.setItem(KEYS.guestSlip, String(deviceNow()));
    setHiddenAt(deviceNow());
  };
  return (
    <Slip icon="identification-card" text={t('guest.slip')} hideLabel={t('guest.hide')} onHide={hide}>
      <ButtonLink small to="/register">
        {appText('session.register')}
      </ButtonLink>
    </Slip>
  );
}
