import type { Point } from '@doushouqi/rules';
import type {
  Challenge,
  ChatMessage,
  GameInvite,
  LobbyMessage,
  PairingColor,
  PrivateMessage,
  PublicUser,
  RatingChange,
  WirePair,
  WireRoomHeader,
  WireSide,
} from '../entities.ts';
import type { ErrorBody, ErrorCode } from '../errors.ts';
import type { TimeClass } from '../limits.ts';

/**
 * What a client hears over the socket (spec §7, design §5 and §10). The types of both sides and the documents come
 * from the tables. Every event of a room's stream carries the room's version `v`, one higher than the event before
 * it. A client that gets `v > mine + 1` asks for what it missed with `syncRoom`; one that gets `v <= mine` drops it.
 */

/** A move that was made: `ply` half-moves are played with it; times as stored after it. */
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
  /** When the server took the move, epoch ms. */
  lastMoveTime: number;
  /** Milliseconds that the mover was not charged, because the line took them. */
  lag: number;
  /** What the server had measured of the mover's line, ms; absent where that is no more than `lag`. */
  measuredLag?: number;
}

/** Everything about the room but its moves, whole. A new `gameId` means a new board. */
export interface GameStateUpdate extends WireRoomHeader {
  roomId: string;
  v: number;
  /** When it happened, epoch ms. */
  at: number;
  /** The outage of ours whose time was given back by this, so that it is given back once. */
  outage?: string;
}

/** A line that a player said. */
export interface ChatSaid extends ChatMessage {
  roomId: string;
  v: number;
}

/** Something happened that this client does not get to see; only the version goes on. */
export interface Unseen {
  roomId: string;
  v: number;
}

/** What a rated game did to this user's rating; `level` by order, 1 to 24. */
export interface RatingChanged extends RatingChange {
  roomId: string;
  gameId: string;
  timeClass: TimeClass;
  level: { before: number; after: number };
  /** After it. */
  provisional: boolean;
}

interface InRoom {
  roomId: string;
}
type Nothing = Record<never, never>;

export interface ServerEventDef<Payload> {
  meaning: string;
  /** Carries the payload's type and has no value: a client believes its server. */
  readonly payload?: Payload;
}
function tells<Payload>(meaning: string): ServerEventDef<Payload> {
  return { meaning };
}
type Payload<Def> = Def extends ServerEventDef<infer P> ? P : never;

/** The steps of a room's version stream. */
export const STREAM_EVENTS = {
  moveMade: tells<MoveMade>('A move.'),
  gameStateUpdate: tells<GameStateUpdate>('The room without moves and chat.'),
  chatMessage: tells<ChatSaid>('A line of a player.'),
  unseen: tells<Unseen>('Replaces an event that the user does not receive, as a line of a blocked user.'),
};

/** What a client hears of a room besides its stream; none of it carries a version. */
export const ROOM_EVENTS = {
  resetRequested: tells<InRoom & { requesterId: string }>(
    'A player requested a reset, as `lastAction` states.',
  ),
  resetAccepted: tells<InRoom>('The opponent accepted it.'),
  resetRejected: tells<InRoom>('The opponent declined it.'),
  buttonClicked: tells<InRoom & { nickname: string }>('A player nudges the opponent.'),
  syncRequested: tells<InRoom>(
    'Tells the client to fetch the room; the reply to a `syncRoom` without acknowledgement.',
  ),
};

/** A refusal in the server's word, besides its acknowledgement. */
export const REFUSAL_EVENTS = {
  moveError: tells<ErrorBody & InRoom>('A refused move.'),
  resetError: tells<ErrorBody & InRoom>('A refused reset.'),
};
export type RefusalEvent = keyof typeof REFUSAL_EVENTS;

/**
 * What is addressed to people, not to a room: to every connection of a user, and (lobby lines) to every connection
 * that watches the lobby. Each tells only that something is new or what it is; the truth is asked for over HTTP.
 */
export const PERSONAL_EVENTS = {
  friendsChanged: tells<Nothing>('Friends, requests, blocks or the presence of a friend changed.'),
  privateMessage: tells<PrivateMessage>('A private message from or to this user, in all windows of both.'),
  messagesRead: tells<{ userId: string }>('The user has read the messages of `userId`.'),
  gameInvite: tells<GameInvite>('A friend invites this user.'),
  inviteAnswered: tells<{ by: string; nickname: string; accept: boolean; roomId: string }>(
    'The friend answered this user’s invitation.',
  ),
  paired: tells<{ roomId: string; opponent: PublicUser; color: PairingColor }>(
    'An opponent was found; the game runs in this room. May arrive twice.',
  ),
  challenged: tells<{ challenge: Challenge }>('A friend challenges this user.'),
  challengeDeclined: tells<{ id: string; by: string; nickname: string }>(
    'The friend declined this user’s challenge.',
  ),
  userChanged: tells<Nothing>('This user’s avatar or theme changed.'),
  sessionEnded: tells<ErrorBody>(
    'The session has ended: changed password, expired token or dropped key. The connection closes.',
  ),
  ratingChanged: tells<RatingChanged>('A rated game of this user was rated.'),
  lobbyMessage: tells<LobbyMessage>('A lobby line, for connections that watch the lobby.'),
};

/** About the connection itself. */
export const CONNECTION_EVENTS = {
  goingAway: tells<Nothing>(
    'The process drains. The client reconnects after a random delay of up to `GOING_AWAY.jitter`; after `GOING_AWAY.patience` the server disconnects it.',
  ),
};

type Told<Table> = { [E in keyof Table]: (payload: Payload<Table[E]>) => void };

/** One step of a room's version stream, as stored, shared between nodes and sent. */
export type WireRoomEvent = {
  [E in keyof typeof STREAM_EVENTS]: { type: E } & Payload<(typeof STREAM_EVENTS)[E]>;
}[keyof typeof STREAM_EVENTS];

export type PersonalEvents = Told<typeof PERSONAL_EVENTS>;

/** A personal event on its way from a service to the realtime nodes. */
export type Notice = {
  [E in keyof PersonalEvents]: { event: E; payload: Parameters<PersonalEvents[E]>[0] };
}[keyof PersonalEvents];

export type ServerToClientEvents = Told<typeof STREAM_EVENTS> &
  Told<typeof ROOM_EVENTS> &
  Told<typeof REFUSAL_EVENTS> &
  Told<typeof CONNECTION_EVENTS> &
  PersonalEvents;

/** `connect_error` of a refused connection carries this in `data`. */
export interface ConnectErrorData {
  code: ErrorCode;
  message: string;
}
