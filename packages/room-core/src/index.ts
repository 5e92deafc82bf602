export { createPairedGames, type PairedGames } from './paired-games.ts';
export { createPushCalls, type PushCalls, turnCallsKey } from './push-calls.ts';
export { queueTelemetry, RETRY_SETTINGS } from './queue.ts';
export { type CommandResult, type Commit, createRoomDoor, type RoomDoor } from './room-door.ts';
export { createRoomJobs, type RoomJobs } from './room-jobs.ts';
export {
  createLiveRooms,
  createWaitingRooms,
  type LiveRoom,
  type LiveRooms,
  type WaitingRooms,
} from './room-lists.ts';
export { createRoomMetrics, type RoomMetrics } from './room-metrics.ts';
export { createRoomStore, type RoomRead, type RoomStore, roomOfStream, streamOf } from './room-store.ts';
export { createTurnCalls, type TurnCalls } from './turn-calls.ts';
