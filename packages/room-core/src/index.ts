export { createLiveRooms, type LiveRoom, type LiveRooms } from './live-rooms.ts';
export { createPairedGames, type PairedGames } from './paired-games.ts';
export { queueTelemetry } from './queue-telemetry.ts';
export { type CommandResult, type Commit, createRoomDoor, type RoomDoor } from './room-door.ts';
export { createRoomJobs, type RoomJobs } from './room-jobs.ts';
export { createRoomMetrics, type RoomMetrics } from './room-metrics.ts';
export { createRoomStore, type RoomStore, roomOfStream, streamOf } from './room-store.ts';
export { createWaitingRooms, type WaitingRooms } from './waiting-rooms.ts';
