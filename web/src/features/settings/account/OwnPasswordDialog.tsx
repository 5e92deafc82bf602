import { ApiError } from '@doushouqi/protocol';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../../ui/Dialog.tsx';
import { t as uiText } from '../../../ui/texts.ts';
import { toast } from '../../../ui/toast-store.ts';
import { OwnPasswordField } from '../OwnPasswordField.tsx';
import styles from './Account.module.css';
import { t } from './texts.ts';

interface OwnPasswordDialogProps {
  title: string;
  hint: string;
  /** Label of the button that sends the form. */
  submit: string;
  danger?: boolean;
  onClose: () => void;
  /** Makes the change; a refusal of the password is shown at the field. */
  onSubmit: (password: string) => Promise<void>;
  /** Further fields. */
  children?: ReactNode;
}

/** Asks for the user's own password before a change of the account. */
export function OwnPasswordDialog(props: OwnPasswordDialogProps) {
  const { title, hint, submit, danger = false, onClose, onSubmit, children } = props;
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await onSubmit(password);
    } catch (refusal) {
      if (refusal instanceof ApiError && (refusal.code === 'WRONG_PASSWORD' || password === ''))
        setError(refusal.message);
      else toast.error((refusal instanceof ApiError && refusal.message) || t('failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.dialogTitle}>{title}</DialogTitle>
      <DialogDescription className={styles.dialogHint}>{hint}</DialogDescription>
      <form className={styles.form} noValidate onSubmit={send}>
        {children}
        <OwnPasswordField
          label={t('password')}
          name="password"
          value={password}
          error={error}
          onChange={({ target }) => {
            setPassword(target.value);
            setError(undefined);
          }}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{uiText('cancel')}</Button>
          <Button type="submit" tone={danger ? 'danger' : 'primary'} busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
