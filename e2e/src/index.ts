/** Parts of the stories that tools/ shares. */
export { insist } from './arena.ts';
export { Finger } from './finger.ts';
export { handOverRatedGames } from './hand-over.ts';
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
export type { Player } from './player.ts';
export { puzzleAt, puzzleOf, wrongMove } from './solving.ts';
export { storeTournament } from './store-tournament.ts';
export { DESKTOP, PHONE, startWorld, type World } from './world.ts';
