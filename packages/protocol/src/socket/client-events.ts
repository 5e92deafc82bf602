import { commandId, player, point, type RoomSnapshot } from '../entities.ts';
import type { ErrorBody } from '../errors.ts';
import { roomId } from '../forms.ts';
import { tournamentId } from '../tournaments.ts';
import { z } from '../zod.ts';
import type { RefusalEvent, WireRoomEvent } from './server-events.ts';

/**
 * Client events of the socket, path `/socket.io`, `auth: { token }`. The table `CLIENT_EVENTS` is the source of the
 * types of both sides, the node's validation and the documents.
 */

const version = z.int().min(0);
const inRoom = z.object({ roomId });
const joining = z.object({ roomId, lastVersion: version.optional() });
/** `ply`: half-moves played before this one; `id`: the command's id. Clients of the basic protocol omit both. */
const move = z.object({
  roomId,
  from: point,
  to: point,
  player,
  ply: z.int().min(0).optional(),
  id: commandId.optional(),
});

/** What a client misses: nothing, the events after its version, or the whole room. */
export type CatchUp =
  | { kind: 'upToDate' }
  | { kind: 'tail'; events: WireRoomEvent[] }
  | { kind: 'snapshot'; room: RoomSnapshot };

export type Refusal = { ok: false } & ErrorBody;
/** Answer to `joinRoom` and `syncRoom`: `v` is the version after the catch-up. */
export type JoinAck = { ok: true; v: number; serverTime: number; catchUp: CatchUp } | Refusal;
/** Answer to `move`: `v` is the version of its `moveMade`. A stale move is answered with the current room. */
export type MoveAck = { ok: true; v: number } | (Refusal & { room?: RoomSnapshot });
export type LeaveAck = { ok: true } | Refusal;
/** Answer to a command without moves: `v` is the room's version after it. */
export type CommandAck = { ok: true; v: number } | Refusal;

/** The type of an acknowledgement; it has no value, because a server does not validate its own output. */
interface Acknowledgement<Ack> {
  readonly ack?: Ack;
}
function answered<Ack>(): Acknowledgement<Ack> {
  return {};
}

export interface ClientEventDef {
  meaning: string;
  message: z.ZodType;
  /** Null: the message is never answered. */
  acknowledgement: Acknowledgement<unknown> | null;
  /** Event that repeats a refusal besides the acknowledgement. */
  refusal?: RefusalEvent;
}

export const CLIENT_EVENTS = {
  joinRoom: {
    meaning: 'Subscribes to a room and returns the missing events.',
    message: joining,
    acknowledgement: answered<JoinAck>(),
  },
  leaveRoom: {
    meaning: 'Ends the subscription of this socket. `leaveRoom` over HTTP gives up the seat.',
    message: inRoom,
    acknowledgement: answered<LeaveAck>(),
  },
  syncRoom: {
    meaning: 'As `joinRoom`, but reads the store.',
    message: joining,
    acknowledgement: answered<JoinAck>(),
  },
  move: {
    meaning: 'Makes a move.',
    message: move,
    acknowledgement: answered<MoveAck>(),
    refusal: 'moveError',
  },
  requestReset: {
    meaning: 'Requests a reset.',
    message: inRoom,
    acknowledgement: answered<CommandAck>(),
    refusal: 'resetError',
  },
  acceptReset: {
    meaning: 'Accepts it.',
    message: inRoom,
    acknowledgement: answered<CommandAck>(),
    refusal: 'resetError',
  },
  rejectReset: {
    meaning: 'Declines it.',
    message: inRoom,
    acknowledgement: answered<CommandAck>(),
    refusal: 'resetError',
  },
  buttonClick: {
    meaning:
      'Nudges the opponent; all clients of the room see the name of the player’s account. Players only, once in 5 s. The `nickname` is ignored.',
    message: inRoom.extend({ nickname: z.unknown().optional() }),
    acknowledgement: null,
  },
  moveReceived: {
    meaning: 'Confirms that an event arrived; the server measures the delivery time.',
    message: z.object({ roomId, v: version.optional() }),
    acknowledgement: null,
  },
  tableShown: {
    meaning: 'A player of a paired game sees the board; starts the clock of the first move.',
    message: inRoom,
    acknowledgement: null,
  },
  focusLost: {
    meaning: 'The window lost focus during a rated game; stored with the game, never shown.',
    message: inRoom,
    acknowledgement: null,
  },
  watchLobby: {
    meaning: 'Starts or stops lobby lines on this connection.',
    message: z.object({ on: z.boolean() }),
    acknowledgement: null,
  },
  watchTournament: {
    meaning:
      'Starts or stops `tournamentUpdate` of a tournament on this connection; it watches one at a time.',
    message: z.object({ id: tournamentId, on: z.boolean() }),
    acknowledgement: null,
  },
} as const satisfies Record<string, ClientEventDef>;

export type ClientEvent = keyof typeof CLIENT_EVENTS;
export type ClientMessage<E extends ClientEvent> = z.output<(typeof CLIENT_EVENTS)[E]['message']>;
/** The answer to a message; undefined if there is never one. */
export type ClientAck<E extends ClientEvent> =
  (typeof CLIENT_EVENTS)[E]['acknowledgement'] extends Acknowledgement<infer Ack> ? Ack : undefined;

export type MoveMessage = ClientMessage<'move'>;
export type JoinRoomMessage = ClientMessage<'joinRoom'>;

export type ClientToServerEvents = {
  [E in ClientEvent]: ClientAck<E> extends undefined
    ? (message: ClientMessage<E>) => void
    : (message: ClientMessage<E>, ack?: (answer: ClientAck<E>) => void) => void;
};
