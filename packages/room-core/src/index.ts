export { earliestFlag, flagged, remaining } from './clock.ts';
export { snapshotOf } from './codec.ts';
export { decide, type RoomCommand } from './decide/decide.ts';
export { cooldownLeft, type OfferKind } from './decide/offers.ts';
export { BrokenStreamError, evolve } from './evolve.ts';
export { createLiveRooms, type LiveRoom, type LiveRooms } from './live-rooms.ts';
export {
  type CooledOffer,
  emptyRoom,
  headerOf,
  isPlaying,
  type LiveGame,
  moveTimesOf,
  offlineDeadline,
  type PlayingRoom,
  plyOf,
  type Room,
  sideOf,
  statusOf,
  turnOf,
} from './room.ts';
export { createRoomDoor, type Outcome, type RoomDoor, type RoomJobs } from './room-door.ts';
export { createRoomJobs } from './room-jobs.ts';
export { createRoomStore, type RoomStore, roomOfStream, streamOf } from './room-store.ts';
