/** What a room shows before its game, also to a user who comes by its link; it loads together. */
export { BesideWaiting } from './BesideWaiting.tsx';
export { FreeSeat } from './FreeSeat.tsx';
export { FriendLink } from './FriendLink.tsx';
export { NoRoom } from './NoRoom.tsx';
export { WaitingCard } from './WaitingCard.tsx';
