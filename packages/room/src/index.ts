/** The live game of a room, pure: what commands lead to, what events make of it, its clocks and its policies. */
export {
  afterMove,
  afterUndo,
  type Clock,
  earliestFlag,
  flagged,
  fullClock,
  remaining,
} from './clock.ts';
export { decodeRoom, encodeRoom } from './codec.ts';
export type { OfferKind, PairCommand, RoomCommand } from './command.ts';
export { decide } from './decide/decide.ts';
export { cooldownLeft, cooldownSince } from './decide/offers.ts';
export { BrokenStreamError, evolve } from './evolve.ts';
export { eventHeardBy, heardBy } from './heard.ts';
export {
  asksForRematch,
  drawOffersLeft,
  earliestAbort,
  earliestVerdict,
  firstMoveDeadline,
  mayAbort,
  policyRefusal,
} from './policy.ts';
export { emptyRoom, moveTimesOf, type PlayingRoom, type Room } from './room.ts';
export { gameToArchive, snapshotOf, viewOfSnapshot } from './snapshot.ts';
export {
  isAwaited,
  isDeserted,
  isOver,
  isPlaying,
  offlineDeadline,
  plyOf,
  type RoomView,
  requesterOf,
  seatOf,
  turnOf,
  userOf,
  viewAfter,
} from './view.ts';
