import { z } from 'zod';
import { commandId, player, point, type RoomSnapshot } from '../entities.ts';
import type { ErrorBody } from '../errors.ts';
import { nickname, roomId } from '../forms.ts';
import type { RefusalEvent, WireRoomEvent } from './server-events.ts';

/**
 * What a client sends over the socket (spec §7, design §5 and §10), path `/socket.io`, `auth: { token }`. The types
 * of both sides, the validation of the node and the documents come from the table `CLIENT_EVENTS`.
 */

const version = z.int().min(0);
const inRoom = z.object({ roomId });
const joining = z.object({ roomId, lastVersion: version.optional() });
/** `ply`: half-moves played before this one; `id`: the command's id. Both absent in a client of the bare spec. */
const move = z.object({
  roomId,
  from: point,
  to: point,
  player,
  ply: z.int().min(0).optional(),
  id: commandId.optional(),
});

/** What a client lacks: nothing, the events after its version, or everything. */
export type CatchUp =
  | { kind: 'upToDate' }
  | { kind: 'tail'; events: WireRoomEvent[] }
  | { kind: 'snapshot'; room: RoomSnapshot };

export type Refusal = { ok: false } & ErrorBody;
/** Answer to `joinRoom` and `syncRoom`: `v` is the version after the catch-up. */
export type JoinAck = { ok: true; v: number; serverTime: number; catchUp: CatchUp } | Refusal;
/** Answer to `move`: `v` is the version of its `moveMade`. A stale move comes with the room as it is. */
export type MoveAck = { ok: true; v: number } | (Refusal & { room?: RoomSnapshot });
export type LeaveAck = { ok: true } | Refusal;
/** Answer to a command without moves: `v` is the room's version after it. */
export type CommandAck = { ok: true; v: number } | Refusal;

/** The type of an acknowledgement; it has no value, for a server checks nothing that it says itself. */
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
  /** Says a refusal to the client once more, besides the acknowledgement. */
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
    meaning: 'Nudges the opponent; all clients of the room see the nickname. Players only, once in 5 s.',
    message: z.object({ roomId, nickname }),
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
} as const satisfies Record<string, ClientEventDef>;

export type ClientEvent = keyof typeof CLIENT_EVENTS;
export type ClientMessage<E extends ClientEvent> = z.output<(typeof CLIENT_EVENTS)[E]['message']>;
/** What a message is answered with; undefined where it never is. */
export type ClientAck<E extends ClientEvent> =
  (typeof CLIENT_EVENTS)[E]['acknowledgement'] extends Acknowledgement<infer Ack> ? Ack : undefined;

export type MoveMessage = ClientMessage<'move'>;
export type JoinRoomMessage = ClientMessage<'joinRoom'>;

export type ClientToServerEvents = {
  [E in ClientEvent]: ClientAck<E> extends undefined
    ? (message: ClientMessage<E>) => void
    : (message: ClientMessage<E>, ack?: (answer: ClientAck<E>) => void) => void;
};
