import { useState } from 'react';
import { t as loginText } from '../../client/login-texts.ts';
import { session, useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginModal.module.css';
import { moodOf } from './moods.ts';
import { PeekingTiger } from './PeekingTiger.tsx';
import { t } from './texts.ts';

/** The login dialog (spec §2); the session store says when it is up. */
export default function LoginModal({ open }: { open: boolean }) {
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
      <DialogTitle className={styles.title}>{appText('session.logIn')}</DialogTitle>
      <DialogDescription className={styles.subtitle}>
        {why ? loginText(`why.${why}`) : t('login.subtitle')}
      </DialogDescription>
      <LoginForm onPasswordFocus={setFocused} onPasswordShown={setShown} />
      <IconButton
        icon="x"
        label={uiText('close')}
        className={styles.close}
        onClick={() => session.closeLogin()}
      />
    </Dialog>
  );
}
