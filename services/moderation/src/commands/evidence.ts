import { type Quote, UNKNOWN_NICKNAME } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { AppError, errorOf } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';
import type { StoredKind, StoredReport } from '../models.ts';

/** What is reported. */
export type Reported =
  | { kind: 'lobbyLine'; messageId: string }
  | { kind: 'roomLine'; roomId: string; lineId: string }
  | { kind: 'message'; messageId: string; showConversation: boolean }
  | { kind: 'nickname' | 'avatar'; userId: string }
  | { kind: 'play'; gameId: string; userId: string };

export interface Reporter {
  reporterId: string;
  requestId: string;
}

/** The content of a report, from the service that has it. `key` is unique among all subjects. */
export type Evidence = Pick<StoredReport, 'line' | 'place' | 'tournament' | 'context' | 'fen'> & {
  kind: StoredKind;
  key: string;
};

type Parts = Pick<ModerationContext, 'ask' | 'fetchProfiles' | 'online' | 'now'>;

/** A text of the surroundings, in the form of all services. */
type Said = Omit<Quote, 'nickname'>;

/** Adds nicknames. */
async function withNicknames(
  { fetchProfiles }: Pick<Parts, 'fetchProfiles'>,
  said: readonly Said[],
  requestId: string,
): Promise<Quote[]> {
  const profiles = await fetchProfiles(
    said.map(({ fromId }) => fromId),
    { requestId },
  );
  return said.map((one) => ({ ...one, nickname: profiles.get(one.fromId)?.nickname ?? UNKNOWN_NICKNAME }));
}

/** Returns the reported text as it is stored, and those around it. */
function textEvidence(around: readonly Quote[], own: Said): Pick<Evidence, 'line' | 'context'> {
  const { fromId: userId, content, at } = own;
  const nickname = around.find(({ fromId }) => fromId === userId)?.nickname ?? UNKNOWN_NICKNAME;
  return { line: { userId, nickname, content, at: new Date(at) }, context: [...around] };
}

/** A report is no less true without the name. */
async function quotedTournament({ ask }: Pick<Parts, 'ask'>, id: string, requestId: string) {
  try {
    return { id, ...(await ask(ROUTES.nameTournament, { params: { id } }, { requestId })) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { id, name: null };
  }
}

/** Of the lobby, or of the chat of a tournament. Throws NOT_FOUND for an expired line. */
async function lobbyLine({ ask }: Parts, messageId: string, { requestId }: Reporter): Promise<Evidence> {
  const shown = await ask(ROUTES.showLobbyLine, { body: { messageId } }, { requestId });
  const { line, around, tournamentId: id } = shown;
  const present = ({ userId: fromId, nickname, content, timestamp: at }: typeof line): Quote => ({
    ...{ fromId, nickname, content, at },
  });
  return {
    kind: 'lobbyLine',
    key: messageId,
    ...textEvidence(around.map(present), present(line)),
    ...(id !== null && { tournament: await quotedTournament({ ask }, id, requestId) }),
  };
}

/** Throws NOT_FOUND for a line that the reporter may not see. */
async function roomLine(
  parts: Parts,
  { roomId, lineId }: { roomId: string; lineId: string },
  { reporterId: userId, requestId }: Reporter,
): Promise<Evidence> {
  const { line, around, gameId, fen } = await parts.ask(
    ROUTES.showLine,
    { body: { roomId, userId, lineId } },
    { requestId },
  );
  const present = ({ fromId, content, ply, timestamp: at }: typeof line): Said => ({
    ...{ fromId, content, at, roomId, gameId, ply },
  });
  return {
    kind: 'roomLine',
    key: `roomLine:${roomId}:${line.id}`,
    ...textEvidence(await withNicknames(parts, around.map(present), requestId), present(line)),
    place: { roomId, gameId, ply: line.ply },
    fen,
  };
}

/** The conversation around a message is shown only if its receiver wants it. Throws NOT_FOUND for a message to others. */
async function privateMessage(
  parts: Parts,
  { messageId, showConversation }: { messageId: string; showConversation: boolean },
  { reporterId: userId, requestId }: Reporter,
): Promise<Evidence> {
  const { message, around } = await parts.ask(
    ROUTES.showReceived,
    { body: { userId, messageId, withAround: showConversation } },
    { requestId },
  );
  const present = ({ fromId, content, timestamp: at }: typeof message): Said => ({ fromId, content, at });
  return {
    kind: 'message',
    key: `message:${message._id}`,
    ...textEvidence(await withNicknames(parts, around.map(present), requestId), present(message)),
  };
}

/** Throws USER_NOT_FOUND. */
async function profile(
  { fetchProfiles, now }: Parts,
  { kind, userId }: { kind: 'nickname' | 'avatar'; userId: string },
  { requestId }: Reporter,
): Promise<Evidence> {
  const user = (await fetchProfiles([userId], { requestId })).get(userId);
  if (user === undefined) throw errorOf('USER_NOT_FOUND');
  const { nickname } = user;
  const content = user[kind];
  return {
    kind,
    key: `${kind}:${userId}:${content}`,
    line: { userId, nickname, content, at: new Date(now()) },
  };
}

/** Finds a game of the reporter with that person, in a room or among the archived ones. Throws NOT_FOUND. */
async function play(
  { ask, fetchProfiles, online, now }: Parts,
  { gameId, userId }: { gameId: string; userId: string },
  { reporterId, requestId }: Reporter,
): Promise<Evidence> {
  const roomId = (await online.of([reporterId])).get(reporterId)?.roomId ?? null;
  const asked = { body: { userId: reporterId, gameId, roomId } };
  const { game: live } = await ask(ROUTES.showPlayedGame, asked, { requestId });
  const archived =
    live === null ? (await ask(ROUTES.showArchived, { params: { gameId } }, { requestId })).game : null;
  const game = live ?? archived;
  if (!game?.players.includes(reporterId) || !game.players.includes(userId)) throw errorOf('NOT_FOUND');
  const user = (await fetchProfiles([userId], { requestId })).get(userId);
  if (user === undefined) throw errorOf('USER_NOT_FOUND');
  return {
    kind: 'play',
    key: `play:${gameId}:${userId}`,
    line: { userId, nickname: user.nickname, content: '', at: new Date(archived?.at ?? now()) },
    place: { roomId: live?.roomId ?? null, gameId, ply: game.ply },
    fen: game.fen,
  };
}

/** Fetches the content of a report, so that no reporter can invent it. Throws NOT_FOUND, ROOM_NOT_FOUND, USER_NOT_FOUND. */
export function fetchEvidence(parts: Parts, reported: Reported, reporter: Reporter): Promise<Evidence> {
  switch (reported.kind) {
    case 'lobbyLine':
      return lobbyLine(parts, reported.messageId, reporter);
    case 'roomLine':
      return roomLine(parts, reported, reporter);
    case 'message':
      return privateMessage(parts, reported, reporter);
    case 'play':
      return play(parts, reported, reporter);
    default:
      return profile(parts, reported, reporter);
  }
}
