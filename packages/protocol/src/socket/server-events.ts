import type { Point } from '@doushouqi/rules';
import type {
  Challenge,
  ChatMessage,
  GameInvite,
  LobbyMessage,
  PairingColor,
  PrivateMessage,
  PublicUser,
  WirePair,
  WireRoomHeader,
  WireSide,
} from '../entities.ts';
import type { ErrorBody, ErrorCode } from '../errors.ts';
import type { RatingChange } from '../game-records.ts';
import type { RatingClass } from '../rating-classes.ts';
import type { TournamentLine, TournamentPaired, TournamentRound, TournamentUpdate } from '../tournaments.ts';

/**
 * Server events of the socket. The tables are the source of the types of both sides and the documents. Every event of a
 * room's stream has the room's version `v`, one higher than the event before. A client at `mine` that gets `v > mine +
 * 1` requests the gap with `syncRoom`; it drops `v <= mine`.
 */

/** A move; `ply`: half-moves played including it; times as stored after it. */
export interface MoveMade {
  roomId: string;
  v: number;
  gameId: string;
  ply: number;
  id: string | null;
  player: WireSide;
  from: Point;
  to: Point;
  timeLeft: WirePair<number>;
  /** When the server accepted the move, epoch ms. */
  lastMoveTime: number;
  /** Milliseconds not charged to the mover, for network lag. */
  lag: number;
  /** The measured lag of the mover, ms; absent unless it exceeds `lag`. */
  measuredLag?: number;
}

/** All fields of the room except its moves. A new `gameId` means a new board. */
export interface GameStateUpdate extends WireRoomHeader {
  roomId: string;
  v: number;
  /** When it happened, epoch ms. */
  at: number;
  /** Id of the outage that this update compensates, so that it is compensated once. */
  outage?: string;
}

/** A player's chat line. */
export interface ChatSaid extends ChatMessage {
  roomId: string;
  v: number;
}

/** An event that this client must not see; only its version counts. */
export interface Unseen {
  roomId: string;
  v: number;
}

/** The operators removed these lines from the chat. */
export interface LinesHidden {
  roomId: string;
  v: number;
  /** Epoch ms. */
  at: number;
  ids: readonly string[];
}

/** Rating change of this user by a rated game; `level` by order, 1 to 24. */
export interface RatingChanged extends RatingChange {
  roomId: string;
  gameId: string;
  timeClass: RatingClass;
  level: { before: number; after: number };
  /** After the game. */
  provisional: boolean;
}

interface InRoom {
  roomId: string;
}
type Nothing = Record<never, never>;

export interface ServerEventDef<Payload> {
  meaning: string;
  /** Has the payload's type and no value: a client does not validate server events. */
  readonly payload?: Payload;
}
function signal<Payload>(meaning: string): ServerEventDef<Payload> {
  return { meaning };
}
type Payload<Def> = Def extends ServerEventDef<infer P> ? P : never;

/** The steps of a room's version stream. */
export const STREAM_EVENTS = {
  moveMade: signal<MoveMade>('A move.'),
  gameStateUpdate: signal<GameStateUpdate>('The room without moves and chat.'),
  chatMessage: signal<ChatSaid>('A line of a player.'),
  unseen: signal<Unseen>('Replaces an event that the user does not receive, as a line of a blocked user.'),
  linesHidden: signal<LinesHidden>('The operators removed these lines from the chat.'),
};

/** Room events outside the stream; they have no version. */
export const ROOM_EVENTS = {
  resetRequested: signal<InRoom & { requesterId: string }>(
    'A player requested a reset, as `lastAction` states.',
  ),
  resetAccepted: signal<InRoom>('The opponent accepted it.'),
  resetRejected: signal<InRoom>('The opponent declined it.'),
  buttonClicked: signal<InRoom & { nickname: string }>('The player with this name nudges the opponent.'),
  roomClosed: signal<ErrorBody & InRoom>(
    'The user may not follow the room any longer; this socket receives no more of its events.',
  ),
  syncRequested: signal<InRoom>(
    'Tells the client to fetch the room; the reply to a `syncRoom` without acknowledgement.',
  ),
};

/** Refusal events besides the acknowledgement. */
export const REFUSAL_EVENTS = {
  moveError: signal<ErrorBody & InRoom>('A refused move.'),
  resetError: signal<ErrorBody & InRoom>('A refused reset.'),
};
export type RefusalEvent = keyof typeof REFUSAL_EVENTS;

/**
 * Events for every connection of a user, (lobby lines, updates of tournaments) for every connection that watches, and (`siteChanged`) for
 * all. They only signal a change; clients read the state over HTTP.
 */
export const PERSONAL_EVENTS = {
  friendRequested: signal<{ nickname: string }>('A user requested friendship with this user.'),
  friendsChanged: signal<Nothing>('Friends, requests, blocks or the presence of a friend changed.'),
  privateMessage: signal<PrivateMessage>('A private message from or to this user, in all windows of both.'),
  messagesRead: signal<{ userId: string }>('The user has read the messages of `userId`.'),
  gameInvite: signal<GameInvite>('A friend invites this user.'),
  inviteAnswered: signal<{ by: string; nickname: string; accept: boolean; roomId: string; isFull?: true }>(
    'The friend answered this user’s invitation. `isFull`: declined for too many correspondence games.',
  ),
  paired: signal<{ roomId: string; opponent: PublicUser; color: PairingColor; context?: string }>(
    'An opponent was found; the game runs in this room. `context`: of a tournament’s game. May arrive twice.',
  ),
  challenged: signal<{ challenge: Challenge }>('A friend challenges this user.'),
  challengeDeclined: signal<{ id: string; by: string; nickname: string }>(
    'The friend declined this user’s challenge.',
  ),
  gamesChanged: signal<Nothing>(
    'A correspondence game of this user waits, started or ended, or its turn changed.',
  ),
  userChanged: signal<Nothing>('This user’s avatar or theme changed.'),
  sessionEnded: signal<ErrorBody>(
    'The session has ended: changed password, expired token or dropped key. The connection closes.',
  ),
  lettersChanged: signal<Nothing>(
    'The operators sent this user a letter, a sanction changed, or a report of the user was decided.',
  ),
  siteChanged: signal<Nothing>('The operators changed what they set for the site.'),
  ratingChanged: signal<RatingChanged>('A rated game of this user was rated.'),
  lobbyMessage: signal<LobbyMessage>('A lobby line, for connections that watch the lobby.'),
  tournamentPaired: signal<TournamentPaired>(
    'A game of a tournament of this user runs in this room; `paired` comes too. May arrive twice.',
  ),
  tournamentRound: signal<TournamentRound>('A tournament of this user reached a step. May arrive twice.'),
  tournamentUpdate: signal<TournamentUpdate>(
    'A tournament changed, for connections that watch it; at most once a second.',
  ),
  tournamentLine: signal<TournamentLine>(
    'A line of the chat of a tournament, for connections that watch it.',
  ),
};

/** Events about the connection itself. */
export const CONNECTION_EVENTS = {
  goingAway: signal<Nothing>(
    'The process drains. The client reconnects after a random delay of up to `GOING_AWAY.jitter`; after `GOING_AWAY.patience` the server disconnects it.',
  ),
};

type Handlers<Table> = { [E in keyof Table]: (payload: Payload<Table[E]>) => void };

/** One step of a room's version stream, as stored, shared between nodes and sent. */
export type WireRoomEvent = {
  [E in keyof typeof STREAM_EVENTS]: { type: E } & Payload<(typeof STREAM_EVENTS)[E]>;
}[keyof typeof STREAM_EVENTS];

export type PersonalEvents = Handlers<typeof PERSONAL_EVENTS>;

/** A personal event from a service to the realtime nodes. */
export type Notice = {
  [E in keyof PersonalEvents]: { event: E; payload: Parameters<PersonalEvents[E]>[0] };
}[keyof PersonalEvents];

export type ServerToClientEvents = Handlers<typeof STREAM_EVENTS> &
  Handlers<typeof ROOM_EVENTS> &
  Handlers<typeof REFUSAL_EVENTS> &
  Handlers<typeof CONNECTION_EVENTS> &
  PersonalEvents;

/** `data` of the `connect_error` of a refused connection. */
export interface ConnectErrorData {
  code: ErrorCode;
  message: string;
}
