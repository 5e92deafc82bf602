import { ApiError, type PrivateMessage } from '@doushouqi/protocol';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deleteAccount } from '../../../client/account-calls.ts';
import { api } from '../../../client/api.ts';
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
import { t } from './texts.ts';

/** Messages of one page of a conversation. */
const MESSAGES_PAGE = 50;

/** Repeats a call after the pause that a limit demands. */
async function patient<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    }
  }
}

async function conversationWith(userId: string): Promise<PrivateMessage[]> {
  const messages: PrivateMessage[] = [];
  for (;;) {
    const before = messages[0]?._id;
    const query = { limit: MESSAGES_PAGE, ...(before !== undefined && { before }) };
    const page = await patient(() => api.listMessages({ params: { userId }, query }));
    messages.unshift(...page);
    if (page.length < MESSAGES_PAGE) return messages;
  }
}

async function allGames(): Promise<unknown[]> {
  const games: unknown[] = [];
  let after: string | undefined;
  for (;;) {
    const query = after === undefined ? {} : { after };
    const page = await patient(() => api.exportRecords({ query }));
    games.push(...page.games);
    if (page.next === null) return games;
    after = page.next;
  }
}

/** Collects everything that the services store about the user. Throws `ApiError`. */
async function collectOwnData(userId: string): Promise<object> {
  const user = await patient(() => api.getMe());
  const account = await patient(() => api.getAccount());
  const devices = await patient(() => api.listDevices());
  const friends = await patient(() => api.listFriends());
  const conversations: Record<string, PrivateMessage[]> = {};
  for (const { _id } of friends) conversations[_id] = await conversationWith(_id);
  return {
    user,
    account,
    devices,
    friends,
    friendRequests: {
      received: await patient(() => api.listRequests()),
      sent: await patient(() => api.listSentRequests()),
    },
    blocked: await patient(() => api.listBlocked()),
    conversations,
    ratings: await patient(() => api.getRatings({ params: { userId } })),
    conduct: await patient(() => api.getConduct()),
    games: await allGames(),
  };
}

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
