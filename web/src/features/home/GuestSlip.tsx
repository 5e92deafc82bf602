import { useState } from 'react';
import { KEYS, storage } from '../../client/storage.ts';
import { t as appText } from '../../client/texts.ts';
import { ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './GuestSlip.module.css';
import { t } from './texts.ts';

/** A closed slip stays hidden for a week. Milliseconds. */
const HIDDEN = 7 * 86_400_000;

/** Reminds a guest that registering keeps the games. */
export function GuestSlip() {
  const [hiddenAt, setHiddenAt] = useState(() => Number(storage.getItem(KEYS.guestSlip) ?? 0));
  if (Date.now() - hiddenAt < HIDDEN) return null;
  const hide = (): void => {
    storage.setItem(KEYS.guestSlip, String(Date.now()));
    setHiddenAt(Date.now());
  };
  return (
    <div className={styles.slip} role="note">
      <Icon name="identification-card" />
      <span>{t('guest.slip')}</span>
      <ButtonLink small to="/register">
        {appText('session.register')}
      </ButtonLink>
      <IconButton icon="x" label={t('guest.hide')} onClick={hide} />
    </div>
  );
}
