import { LOBBY_LINES, type LobbyMessage, type PublicUser } from '@doushouqi/protocol';
import { errorOf, storeUnlessFlood } from '@doushouqi/service-kit';
import type { LobbyContext } from './context.ts';
import type { StoredMessage } from './models.ts';
import type { Chat } from './recent.ts';

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

export interface ListWish extends Chat {
  /** Epoch ms, inclusive, so that no message is lost between two pages; the newest page if absent. */
  before?: number | undefined;
  /** The reader, who sees own messages also while shadow-muted; absent for a visitor. */
  userId?: string | undefined;
}

/** Returns the filter of a chat: lines of the lobby have no tournament. */
function inChat({ tournamentId }: Chat) {
  return { tournamentId: { $eq: tournamentId ?? null } };
}

/** Lists up to LOBBY_LINES messages of a chat, newest first. */
export async function listLobby(
  { messages }: Pick<LobbyContext, 'messages'>,
  { before, userId, tournamentId }: ListWish = {},
): Promise<LobbyMessage[]> {
  const shown = { isShadowed: { $ne: true as const } };
  const visible = userId === undefined ? shown : { $or: [shown, { userId }] };
  const until = before === undefined ? {} : { at: { $lte: new Date(before) } };
  const found = await messages
    .find({ ...inChat({ tournamentId }), ...visible, ...until, isHidden: { $ne: true } })
    .sort({ at: -1 })
    .limit(LOBBY_LINES)
    .lean();
  return found.map(presentMessage);
}

/** Returns the authors of stored messages that others do not see. */
export async function listShadowed({ messages }: Pick<LobbyContext, 'messages'>): Promise<Set<string>> {
  return new Set(await messages.distinct('userId', { isShadowed: true }));
}

/** Returns the newest page of a chat for a reader, which is the same for nearly all of them. */
export async function listRecent(
  context: Pick<LobbyContext, 'messages' | 'recent' | 'shadowed'>,
  { userId, ...chat }: Omit<ListWish, 'before'>,
): Promise<LobbyMessage[]> {
  const isShadowed = userId !== undefined && (await context.shadowed.get()).has(userId);
  return isShadowed ? listLobby(context, { ...chat, userId }) : context.recent.get(chat);
}

interface Speech extends Chat {
  userId: string;
  content: string;
  /** The author is shadow-muted. */
  isShadowed: boolean;
  requestId: string;
}

/** Stores the message with its author's nickname and avatar. Throws USER_NOT_FOUND, and what `storeUnlessFlood` throws. */
function storeMessage(
  { messages, fetchProfiles }: Pick<LobbyContext, 'messages' | 'fetchProfiles'>,
  { userId, content, isShadowed, requestId, tournamentId }: Speech,
  now: number,
): Promise<StoredMessage> {
  let author: PublicUser | undefined;
  return storeUnlessFlood({
    content,
    now,
    async listLast(limit) {
      const own = await messages.find({ userId }).sort({ n: -1 }).limit(limit).lean();
      return own.map(({ n, content, at }) => ({ n, content, timestamp: at.getTime() }));
    },
    async store(n) {
      author ??= (await fetchProfiles([userId], { requestId })).get(userId);
      if (author === undefined) throw errorOf('USER_NOT_FOUND');
      const { nickname, avatar } = author;
      const message = { userId, n, nickname, avatar, content, at: new Date(now) };
      const chat = tournamentId !== undefined && { tournamentId };
      return (await messages.create({ ...message, ...chat, ...(isShadowed && { isShadowed }) })).toObject();
    },
  });
}

/** Notifies clients that watch the chat, or only those of a shadow-muted author. */
function notifyOf(
  { notifier }: Pick<LobbyContext, 'notifier'>,
  message: LobbyMessage,
  { userId, isShadowed, tournamentId }: Speech,
): Promise<void> {
  if (tournamentId === undefined) {
    const notice = { event: 'lobbyMessage', payload: message } as const;
    return isShadowed ? notifier.notify([userId], notice) : notifier.notifyLobby(notice);
  }
  const notice = { event: 'tournamentLine', payload: { ...message, tournamentId } } as const;
  return isShadowed ? notifier.notify([userId], notice) : notifier.notifyTournament(tournamentId, notice);
}

/**
 * Stores a message of a chat, notifies clients that watch it, or only those of a shadow-muted author, and returns it.
 * Throws IMPROPER_TEXT, CHAT_FLOOD, CHAT_REPEAT, and UNAVAILABLE without store or auth.
 */
export async function sayInChat(context: LobbyContext, speech: Speech): Promise<LobbyMessage> {
  const { moderator, recent, shadowed, logger } = context;
  const { content, isShadowed } = speech;
  const improper = await moderator.moderate(content);
  if (improper !== null) throw errorOf(improper);
  const message = presentMessage(await storeMessage(context, speech, context.now()));
  recent.forget(speech);
  if (isShadowed) shadowed.forget();
  // Not awaited: the message is stored, and clients poll every few seconds.
  notifyOf(context, message, speech).catch((error: unknown) =>
    logger.warn({ err: error, messageId: message._id }, 'lobby not notified'),
  );
  return message;
}

/** Lines before and after a reported one. */
const AROUND = 10;

/** Returns a line with those around it in its chat, oldest first, also hidden ones. Throws NOT_FOUND for an expired one. */
export async function showLine(
  { messages }: Pick<LobbyContext, 'messages'>,
  messageId: string,
): Promise<{ line: LobbyMessage; around: LobbyMessage[]; tournamentId: string | null }> {
  const line = await messages.findById(messageId).lean();
  if (line === null) throw errorOf('NOT_FOUND');
  const { _id, at, tournamentId } = line;
  const chat = inChat({ tournamentId });
  const [before, after] = await Promise.all([
    messages
      .find({ ...chat, at: { $lte: at }, _id: { $ne: _id } })
      .sort({ at: -1 })
      .limit(AROUND)
      .lean(),
    messages
      .find({ ...chat, at: { $gt: at } })
      .sort({ at: 1 })
      .limit(AROUND)
      .lean(),
  ]);
  return {
    line: presentMessage(line),
    around: [...before.reverse(), line, ...after].map(presentMessage),
    tournamentId: tournamentId ?? null,
  };
}

/** Hides lines from all users, whose clients drop them with the next poll. Idempotent. */
export async function hideLines(
  { messages, recent }: Pick<LobbyContext, 'messages' | 'recent'>,
  messageIds: readonly string[],
): Promise<void> {
  await messages.updateMany({ _id: { $in: messageIds } }, { $set: { isHidden: true } });
  recent.forgetAll();
}
