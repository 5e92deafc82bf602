import type { Player, Point } from '@doushouqi/rules';
import { z } from 'zod';
import {
  type ChatMessage,
  commandId,
  type GameInvite,
  type LobbyMessage,
  type PrivateMessage,
  player,
  point,
  type RoomHeader,
  type RoomSnapshot,
  roomId,
  type TimeLeft,
} from './entities.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';

/**
 * The realtime protocol (spec §7, design §5 and §10), path `/socket.io`, `auth: { token }`.
 * Every room event carries the room's version `v`, one higher than the event before it. A client that gets
 * `v > mine + 1` asks for what it missed with `syncRoom`; one that gets `v <= mine` drops it.
 */

const version = z.int().min(0);

/** Of `joinRoom` and `syncRoom`. */
export const joinRoomMessage = z.object({ roomId, lastVersion: version.optional() });
export const leaveRoomMessage = z.object({ roomId });
/** `ply`: half-moves played before this one; `id`: the command's id. Both absent in a client of the bare spec. */
export const moveMessage = z.object({
  roomId,
  from: point,
  to: point,
  player,
  ply: z.int().min(0).optional(),
  id: commandId.optional(),
});
/** Of the reset messages. */
export const roomMessage = z.object({ roomId });
export type RoomMessage = z.infer<typeof roomMessage>;
export const buttonClickMessage = z.object({ roomId, nickname: z.string().trim().min(1).max(24) });
/** Tells that a move arrived, with the version it came as: the server measures delivery by it. */
export const moveReceivedMessage = z.object({ roomId, v: version.optional() });

export const watchLobbyMessage = z.object({ on: z.boolean() });

export type MoveMessage = z.infer<typeof moveMessage>;
export type JoinRoomMessage = z.infer<typeof joinRoomMessage>;

/** A move that was made: `ply` half-moves are played with it; times as stored after it. */
export interface MoveMade {
  roomId: string;
  v: number;
  gameId: string;
  ply: number;
  id: string | null;
  player: Player;
  from: Point;
  to: Point;
  timeLeft: TimeLeft;
  /** When the server took the move, epoch ms. */
  lastMoveTime: number;
  /** Milliseconds that the mover was not charged, because the line took them. */
  lag: number;
}

/** Everything about the room but its moves, whole. A new `gameId` means a new board. */
export interface GameStateUpdate extends RoomHeader {
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

/** One step of a room's version stream, as stored, shared between nodes and sent. */
export type RoomEvent =
  | ({ type: 'moveMade' } & MoveMade)
  | ({ type: 'gameStateUpdate' } & GameStateUpdate)
  | ({ type: 'chatMessage' } & ChatSaid);

/** What a client lacks: nothing, the events after its version, or everything. */
export type CatchUp =
  | { kind: 'upToDate' }
  | { kind: 'tail'; events: RoomEvent[] }
  | { kind: 'snapshot'; room: RoomSnapshot };

export type Refusal = { ok: false } & ErrorBody;
/** Answer to `joinRoom` and `syncRoom`: `v` is the version after the catch-up. */
export type JoinAck = { ok: true; v: number; serverTime: number; catchUp: CatchUp } | Refusal;
/** Answer to `move`: `v` is the version of its `moveMade`. A stale move comes with the room as it is. */
export type MoveAck = { ok: true; v: number } | (Refusal & { room?: RoomSnapshot });
export type LeaveAck = { ok: true } | Refusal;
/** Answer to a command without moves: `v` is the room's version after it. */
export type CommandAck = { ok: true; v: number } | Refusal;

export interface ClientToServerEvents {
  joinRoom: (message: JoinRoomMessage, ack?: (answer: JoinAck) => void) => void;
  leaveRoom: (message: z.infer<typeof leaveRoomMessage>, ack?: (answer: LeaveAck) => void) => void;
  syncRoom: (message: JoinRoomMessage, ack?: (answer: JoinAck) => void) => void;
  move: (message: MoveMessage, ack?: (answer: MoveAck) => void) => void;
  requestReset: (message: RoomMessage, ack?: (answer: CommandAck) => void) => void;
  acceptReset: (message: RoomMessage, ack?: (answer: CommandAck) => void) => void;
  rejectReset: (message: RoomMessage, ack?: (answer: CommandAck) => void) => void;
  /** A nudge: shown to everybody in the room with the name of who gave it. Players only, seldom. */
  buttonClick: (message: z.infer<typeof buttonClickMessage>) => void;
  moveReceived: (message: z.infer<typeof moveReceivedMessage>) => void;
  /** Lobby lines are sent to this connection from now on, or no more. */
  watchLobby: (message: z.infer<typeof watchLobbyMessage>) => void;
}

/**
 * What is addressed to people, not to a room: to every connection of a user, and (lobby lines) to every connection
 * that watches the lobby. Each tells only that something is new or what it is; the truth is asked for over HTTP.
 */
export interface PersonalEvents {
  /** Friends, requests or blocks changed, or a friend came or went. */
  friendsChanged: (change: Record<never, never>) => void;
  /** A private message to or from this user: every window of both hears it. */
  privateMessage: (message: PrivateMessage) => void;
  /** This user read what `userId` wrote, perhaps in another window. */
  messagesRead: (read: { userId: string }) => void;
  gameInvite: (invite: GameInvite) => void;
  /** The friend answered this user's invitation. */
  inviteAnswered: (answer: { by: string; nickname: string; accept: boolean; roomId: string }) => void;
  /** This user's avatar or theme changed. */
  userChanged: (change: Record<never, never>) => void;
  /** The password changed, so this session is over; the connection ends after it. */
  sessionEnded: (refusal: ErrorBody) => void;
  lobbyMessage: (message: LobbyMessage) => void;
}

/** A personal event on its way from a service to the realtime nodes. */
export type Notice = {
  [E in keyof PersonalEvents]: { event: E; payload: Parameters<PersonalEvents[E]>[0] };
}[keyof PersonalEvents];

export interface ServerToClientEvents extends PersonalEvents {
  moveMade: (event: MoveMade) => void;
  gameStateUpdate: (event: GameStateUpdate) => void;
  chatMessage: (event: ChatSaid) => void;
  /** These three say in the spec's words what the `lastAction` of a `gameStateUpdate` said. */
  resetRequested: (reset: { roomId: string; requesterId: string }) => void;
  resetAccepted: (reset: { roomId: string }) => void;
  resetRejected: (reset: { roomId: string }) => void;
  /** The server's word for a refused reset, besides its acknowledgement. */
  resetError: (refusal: ErrorBody & { roomId: string }) => void;
  buttonClicked: (nudge: { roomId: string; nickname: string }) => void;
  /** The server's word for a refused move, besides its acknowledgement. */
  moveError: (refusal: ErrorBody & { roomId: string }) => void;
  /** Asks the client to fetch the room anew; answers a `syncRoom` that waits for no acknowledgement. */
  syncRequested: (room: { roomId: string }) => void;
}

/** `connect_error` of a refused connection carries this in `data`. */
export interface ConnectErrorData {
  code: ErrorCode;
  message: string;
}
