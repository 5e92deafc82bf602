/** Parts of a running correspondence game, which load together. */
export { CorrespondenceAside } from './CorrespondenceAside.tsx';
export { CorrespondenceNote } from './CorrespondenceNote.tsx';
export { NextGame } from './NextGame.tsx';
export { PastTime } from './PastTime.tsx';
