/** The live game of a room as pure functions: commands, events, clocks and policies. */
export {
  afterMove,
  afterUndo,
  type Clock,
  earliestFlag,
  flagged,
  fullClock,
  remaining,
  stopped,
} from './clock.ts';
export { decodeRoom, encodeRoom } from './codec.ts';
export type { OfferKind, PairCommand, Pause, RoomChoices, RoomCommand, SayCommand } from './command.ts';
export { moveDeadlineFrom, reminderTime } from './correspondence.ts';
export { decide } from './decide/decide.ts';
export { cooldownLeft, cooldownSince } from './decide/offers.ts';
export { BrokenStreamError, evolve } from './evolve.ts';
export {
  absenceDeadline,
  asksForRematch,
  drawOffersLeft,
  earliestAbort,
  earliestVerdict,
  firstMoveDeadline,
  isWatchable,
  mayAbort,
  mayFollow,
  mayReset,
  maySee,
  mayUndo,
  policyRefusal,
  type Seat,
  seatsTaken,
} from './policy.ts';
export { emptyRoom, moveTimesOf, type PlayingRoom, type Room } from './room.ts';
export { gameToArchive, snapshotOf, viewOfSnapshot } from './snapshot.ts';
export {
  eventVisibleTo,
  isAwaited,
  isDeserted,
  isOver,
  isPlaying,
  movesOf,
  offlineDeadline,
  plyOf,
  type Reader,
  type RoomView,
  requesterOf,
  seatOf,
  startOf,
  turnOf,
  userOf,
  viewAfter,
  viewVisibleTo,
  withoutMark,
} from './view.ts';
