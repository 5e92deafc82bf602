import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deleteAccount } from '../../../client/account-calls.ts';
import { forgetCalls } from '../../../client/log-out.ts';
import { useSession } from '../../../client/session.ts';
import { serverNow } from '../../../client/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { downloadText } from '../../../ui/download.ts';
import { dayText } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import styles from './Account.module.css';
import { AccountRow } from './AccountRow.tsx';
import { OwnPasswordDialog } from './OwnPasswordDialog.tsx';
import { collectOwnData } from './own-data.ts';
import { t } from './texts.ts';

/** The download of the user's data, and the deletion of the account. */
export function LeavingRows() {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = async (password: string): Promise<void> => {
    const deletesAt = await deleteAccount(password);
    forgetCalls();
    toast.success(t('leaving.asked', { day: dayText(deletesAt, serverNow()) }));
    await navigate('/');
  };
  return (
    <>
      <DownloadRow />
      <AccountRow
        title={t('leaving.title')}
        note={t('leaving.hint')}
        action={t('leaving.ask')}
        tone="danger"
        onAction={() => setAsking(true)}
      />
      {asking && (
        <OwnPasswordDialog
          title={t('leaving.title')}
          hint={t('leaving.askHint')}
          submit={t('leaving.submit')}
          danger
          onClose={() => setAsking(false)}
          onSubmit={leave}
        />
      )}
    </>
  );
}

function DownloadRow() {
  const userId = useSession(({ user }) => user?._id ?? '');
  const username = useSession(({ user }) => user?.username ?? '');
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const data = await collectOwnData(userId);
      downloadText(`${t('data.file')}-${username}.json`, 'application/json', JSON.stringify(data, null, 2));
    } catch {
      toast.error(t('data.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <b>{t('data.title')}</b>
        <p>{t('data.hint')}</p>
      </div>
      <Button small busy={busy} onClick={() => void download()}>
        {t('data.download')}
      </Button>
    </div>
  );
}
