import {
  LOBBY_LINES,
  type LobbyMessage,
  MESSAGES_TO_JUDGE,
  messageRefusal,
  type PublicUser,
} from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { LobbyContext } from './context.ts';
import type { StoredMessage } from './models.ts';

/** Presents a stored message. */
function presentMessage({ _id, userId, nickname, avatar, content, at }: StoredMessage): LobbyMessage {
  return {
    _id: _id.toString(),
    userId,
    nickname,
    avatar,
    content,
    timestamp: at.getTime(),
  };
}

/**
 * Lists up to LOBBY_LINES messages, newest first. `before` (epoch ms) is inclusive, so that no message is
 * lost between two pages.
 */
export async function listLobby(
  { messages }: Pick<LobbyContext, 'messages'>,
  before?: number,
): Promise<LobbyMessage[]> {
  const until = before === undefined ? {} : { at: { $lte: new Date(before) } };
  const found = await messages.find(until).sort({ at: -1 }).limit(LOBBY_LINES).lean();
  return found.map(presentMessage);
}

/** Seconds after which a user may write again. */
const FLOOD_RETRY = 10;

interface Speech {
  userId: string;
  content: string;
  requestId: string;
}

function flood() {
  return errorOf('CHAT_FLOOD', { retryAfter: FLOOD_RETRY });
}

/** The author's last messages, newest first. */
function lastMessages(
  { messages }: Pick<LobbyContext, 'messages'>,
  userId: string,
): Promise<StoredMessage[]> {
  return messages.find({ userId }).sort({ n: -1 }).limit(MESSAGES_TO_JUDGE).lean();
}

/** Throws if the message may not follow its author's last ones (newest first). */
function assertNoFlood(own: readonly StoredMessage[], content: string, now: number): void {
  const said = own
    .map((message) => ({ content: message.content, timestamp: message.at.getTime() }))
    .reverse();
  const refusal = messageRefusal(said, content, now);
  if (refusal === 'CHAT_FLOOD') throw flood();
  if (refusal !== null) throw errorOf(refusal);
}

/**
 * Stores the message. Returns null if a concurrent message of the author took its number: the check is then
 * outdated.
 */
async function store(
  messages: LobbyContext['messages'],
  message: Omit<StoredMessage, '_id'>,
): Promise<StoredMessage | null> {
  try {
    return (await messages.create(message)).toObject();
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Checks and stores; repeats after a concurrent message of the author, until the flood rule refuses. */
async function storeUnlessFlood(context: LobbyContext, speech: Speech, now: number): Promise<StoredMessage> {
  const { userId, content, requestId } = speech;
  let author: PublicUser | undefined;
  for (let lost = 0; lost <= MESSAGES_TO_JUDGE; lost += 1) {
    const own = await lastMessages(context, userId);
    assertNoFlood(own, content, now);
    author ??= (await context.fetchProfiles([userId], { requestId })).get(userId);
    if (author === undefined) throw errorOf('USER_NOT_FOUND');
    const { nickname, avatar } = author;
    const n = (own[0]?.n ?? 0) + 1;
    const stored = await store(context.messages, { userId, n, nickname, avatar, content, at: new Date(now) });
    if (stored !== null) return stored;
  }
  throw flood();
}

/**
 * Stores a lobby message, notifies clients that watch the lobby and returns it. Throws IMPROPER_TEXT,
 * CHAT_FLOOD, CHAT_REPEAT, and UNAVAILABLE without store or auth.
 */
export async function sayInLobby(context: LobbyContext, speech: Speech): Promise<LobbyMessage> {
  const { moderator, recent, notifier, logger } = context;
  const improper = await moderator.moderate(speech.content);
  if (improper !== null) throw errorOf(improper);
  const message = presentMessage(await storeUnlessFlood(context, speech, context.now()));
  recent.forget();
  // Not awaited: the message is stored, and clients poll every few seconds.
  notifier
    .notifyLobby({ event: 'lobbyMessage', payload: message })
    .catch((error: unknown) => logger.warn({ err: error, messageId: message._id }, 'lobby not notified'));
  return message;
}
