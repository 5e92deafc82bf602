import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { READ_LENGTH } from './invitation.ts';
import styles from './PasswordDialog.module.css';
import { PasswordInput } from './PasswordInput.tsx';
import { t } from './texts.ts';
import type { Entry } from './use-entry.ts';

/** Asks for the password of a private tournament, and enters with it. */
export function PasswordDialog({ entry }: { entry: Entry }) {
  return (
    <Dialog open={entry.question !== null} onClose={entry.endQuestion} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('password.title')}</DialogTitle>
      <DialogDescription className={styles.text}>{t('password.text')}</DialogDescription>
      <PasswordForm entry={entry} />
    </Dialog>
  );
}

function PasswordForm({ entry: { busy, question, joinWith, endQuestion } }: { entry: Entry }) {
  const [password, setPassword] = useState('');
  /** The one that the server refused last. */
  const [sent, setSent] = useState('');
  const isWrong = question === 'wrong' && (sent === '' || password === sent);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (busy !== null || password.trim() === '') return;
        setSent(password);
        joinWith(password);
      }}
    >
      <PasswordInput
        maxLength={READ_LENGTH}
        value={password}
        error={isWrong && busy === null ? t('password.wrong') : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button onClick={endQuestion}>{uiText('cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy === 'join'} disabled={password.trim() === ''}>
          {t('state.enter')}
        </Button>
      </div>
    </form>
  );
}
