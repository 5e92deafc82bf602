import { ApiError, type PrivateMessage } from '@doushouqi/protocol';
import { api } from '../../../client/api.ts';

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
export async function collectOwnData(userId: string): Promise<object> {
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
