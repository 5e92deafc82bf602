import { ApiError, nickname as schema } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../client/api.ts';
import { session, useSession } from '../../../client/session.ts';
import { serverNow } from '../../../client/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { dayText } from '../../../ui/format.ts';
import { t as uiText } from '../../../ui/texts.ts';
import { toast } from '../../../ui/toast-store.ts';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { ACCOUNT_KEY } from './queries.ts';
import { t } from './texts.ts';

/** The nickname, which may be changed once in 30 days. */
export function NicknameRow({ changeableAt }: { changeableAt: number | null }) {
  const nickname = useSession(({ user }) => user?.nickname ?? '');
  const [open, setOpen] = useState(false);
  const now = serverNow();
  return (
    <>
      <AccountRow
        title={t('nickname.label')}
        note={
          changeableAt === null
            ? t('nickname.hint', { name: nickname })
            : t('nickname.later', { name: nickname, day: dayText(changeableAt, now) })
        }
        action={t('nickname.change')}
        onAction={changeableAt === null ? () => setOpen(true) : null}
      />
      {open && <NicknameDialog current={nickname} onClose={() => setOpen(false)} />}
    </>
  );
}

function NicknameDialog({ current, onClose }: { current: string; onClose: () => void }) {
  const queries = useQueryClient();
  const [nickname, setNickname] = useState(current);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = schema.safeParse(nickname).error?.issues[0]?.message;
    if (problem !== undefined) return setError(problem);
    setBusy(true);
    try {
      session.updateUser(await api.setNickname({ body: { nickname } }));
      toast.success(t('nickname.changed'));
      await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
      onClose();
    } catch (refusal) {
      setError((refusal instanceof ApiError && refusal.message) || t('failed'));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.dialogTitle}>{t('nickname.ask')}</DialogTitle>
      <DialogDescription className={styles.dialogHint}>{t('nickname.askHint')}</DialogDescription>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field
          label={t('nickname.label')}
          icon="identification-card"
          autoComplete="nickname"
          maxLength={24}
          value={nickname}
          error={error}
          onChange={({ target }) => {
            setNickname(target.value);
            setError(undefined);
          }}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{uiText('cancel')}</Button>
          <Button type="submit" tone="primary" busy={busy}>
            {t('nickname.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
