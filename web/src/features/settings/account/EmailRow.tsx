import { email as schema } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { Field } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { AccountRow } from './AccountRow.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { ACCOUNT_KEY } from './queries.ts';
import { t } from './texts.ts';

interface EmailRowProps {
  current: string | null;
  isSuspended: boolean;
}

/** The address for recovery. A new one counts when the link in the e-mail is opened; an empty field removes it. */
export function EmailRow({ current, isSuspended }: EmailRowProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const save = async (password: string): Promise<void> => {
    const removes = current !== null && email.trim() === '';
    const problem = removes ? undefined : schema.safeParse(email).error?.issues[0]?.message;
    if (problem !== undefined) return setError(problem);
    await api.setEmail({ body: removes ? { password } : { email, password } });
    toast.success(removes ? t('email.removed') : t('email.sent', { email: email.trim() }));
    setOpen(false);
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
  };
  return (
    <>
      <AccountRow
        title={t('email.title')}
        note={
          current === null
            ? t('email.none')
            : t(isSuspended ? 'email.suspended' : 'email.hint', { email: current })
        }
        isBad={isSuspended}
        action={t(current === null ? 'email.add' : 'email.change')}
        onAction={() => setOpen(true)}
      />
      {open && (
        <OwnPasswordDialog
          title={t('email.title')}
          hint={t(current === null ? 'email.askHint' : 'email.changeHint')}
          submit={t('email.submit')}
          onClose={() => setOpen(false)}
          onSubmit={save}
        >
          <Field
            label={t('email.title')}
            icon="paper-plane-tilt"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            error={error}
            onChange={({ target }) => {
              setEmail(target.value);
              setError(undefined);
            }}
          />
        </OwnPasswordDialog>
      )}
    </>
  );
}
