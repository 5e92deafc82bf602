/** Parts of the stories that tools/ shares. */
export { insist } from './arena.ts';
export { type Balancer, openBalancer } from './balancer.ts';
export { beginnersMove } from './beginner.ts';
export { Finger } from './finger.ts';
export { DEN_GAME, DEN_RECORD } from './games.ts';
export { handOverRatedGames } from './hand-over.ts';
export { insistOnMove } from './insist-on-move.ts';
export {
  enroll,
  enrollGuest,
  gameOf,
  type Member,
  PASSWORD,
  playOut,
  storageOf,
  type Table,
  waitingRoom,
} from './members.ts';
export { Player } from './player.ts';
export { LIKE_THE_WEB, RoomClient } from './room-client.ts';
export { DESKTOP, PHONE, startWorld, type World } from './world.ts';
