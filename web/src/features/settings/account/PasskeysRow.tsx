import { type Account, ApiError } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { serverNow } from '../../../client/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { TextDialog } from '../../../ui/Dialog.tsx';
import { dayText } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { ACCOUNT_KEY } from './queries.ts';
import { t } from './texts.ts';

type Passkeys = Account['passkeys'];

/** Makes a passkey on this device. Throws `ApiError` for a refusal, and another error if the user gives up. */
async function makePasskey(password: string): Promise<void> {
  const optionsJSON = await api.askNewPasskey({ body: { password } });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: optionsJSON as never });
  await api.addPasskey({ body: { response: response as never } });
}

interface PasskeysRowProps {
  passkeys: Passkeys;
  /** By the id of the passkey. */
  isSuspended: (id: string) => boolean;
}

/** The passkeys of the account, a second way to log in. */
export function PasskeysRow({ passkeys, isSuspended }: PasskeysRowProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<'list' | 'add' | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
  const add = async (password: string): Promise<void> => {
    try {
      await makePasskey(password);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return void toast.warning(t('passkeys.notMade'));
    }
    toast.success(t('passkeys.added'));
    setOpen(null);
    await reload();
  };
  const count = passkeys.length;
  const suspended = passkeys.filter(({ id }) => isSuspended(id)).length;
  const some =
    suspended > 0 ? t('passkeys.countSuspended', { count, suspended }) : t('passkeys.count', { count });
  return (
    <>
      <AccountRow
        title={t('passkeys.title')}
        note={count === 0 ? t('passkeys.none') : some}
        isBad={suspended > 0}
        action={t(count === 0 ? 'passkeys.add' : 'passkeys.show')}
        onAction={() => setOpen(count === 0 ? 'add' : 'list')}
      />
      <TextDialog open={open === 'list'} title={t('passkeys.title')} onClose={() => setOpen(null)}>
        <ul className={styles.devices}>
          {passkeys.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              isSuspended={isSuspended(passkey.id)}
              onRemoved={reload}
            />
          ))}
        </ul>
        <Button wide icon="lock-key" onClick={() => setOpen('add')}>
          {t('passkeys.addAnother')}
        </Button>
      </TextDialog>
      {open === 'add' && (
        <OwnPasswordDialog
          title={t('passkeys.ask')}
          hint={t('passkeys.askHint')}
          submit={t('passkeys.add')}
          onClose={() => setOpen(null)}
          onSubmit={add}
        />
      )}
    </>
  );
}

interface PasskeyProps {
  passkey: Passkeys[number];
  isSuspended: boolean;
  onRemoved: () => Promise<void>;
}

function Passkey({ passkey: { id, name, since }, isSuspended, onRemoved }: PasskeyProps) {
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const call = api.removePasskey({ params: { passkeyId: id } }).then(() => {});
    if (await attempt(call, t('failed'))) toast.success(t('passkeys.removed'));
    await onRemoved();
    setBusy(false);
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <b>{name}</b>
        <p className={cx(isSuspended && styles.bad)}>
          {t(isSuspended ? 'passkeys.suspended' : 'passkeys.since', { day: dayText(since, serverNow()) })}
        </p>
      </div>
      <Button small busy={busy} onClick={() => void remove()}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}
