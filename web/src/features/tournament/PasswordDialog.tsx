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
    <Dialog open={entry.refused !== null} onClose={entry.endQuestion}>
      <DialogTitle className={styles.title}>{t('password.title')}</DialogTitle>
      <DialogDescription className={styles.text}>{t('password.text')}</DialogDescription>
      <PasswordForm entry={entry} />
    </Dialog>
  );
}

function PasswordForm({ entry: { busy, refused, joinWith, endQuestion } }: { entry: Entry }) {
  const [password, setPassword] = useState(refused ?? '');
  const isEmpty = password.trim() === '';
  const isWrong = !isEmpty && password === refused && busy === null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (busy === null && !isEmpty) joinWith(password);
      }}
    >
      <PasswordInput
        maxLength={READ_LENGTH}
        value={password}
        error={isWrong ? t('password.wrong') : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button onClick={endQuestion}>{uiText('cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy === 'join'} disabled={isEmpty}>
          {t('state.enter')}
        </Button>
      </div>
    </form>
  );
}
