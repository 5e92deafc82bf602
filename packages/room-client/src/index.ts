export { RoomClient } from './client.ts';
export type { ClockSync } from './clock.ts';
export { canMove, type MoveOutcome } from './moves.ts';
export type { RoomClientOptions } from './parts.ts';
export { type Local, roomOfSnapshot, type WatchedRoom } from './reconcile.ts';
export { actionSince, type RoomLogEntry } from './room-log.ts';
export {
  DELAYS,
  initialRoomState,
  type RoomNotice,
  type RoomState,
  type StateHolder,
  serverTimeOf,
} from './state.ts';
