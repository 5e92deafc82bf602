import '../../i18n/login-texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session, useSession } from '../../app/session.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginModal.module.css';
import { moodOf } from './moods.ts';
import { PeekingTiger } from './PeekingTiger.tsx';

/** The login dialog (spec §2); the session store says when it is up. */
export default function LoginModal({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const why = useSession(({ loginWish }) => loginWish.why);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={() => session.closeLogin()}
      className={styles.modal}
      blurred
      decoration={<PeekingTiger mood={moodOf(focused, shown)} />}
    >
      <DialogTitle className={styles.title}>{t('auth.login.title')}</DialogTitle>
      <DialogDescription className={styles.subtitle}>
        {why ? t(`login.why.${why}`) : t('auth.login.subtitle')}
      </DialogDescription>
      <LoginForm onPasswordFocus={setFocused} onPasswordShown={setShown} />
      <IconButton
        icon="x"
        label={t('ui.close')}
        className={styles.close}
        onClick={() => session.closeLogin()}
      />
    </Dialog>
  );
}
