import type { Attack } from '../attack.ts';
import { longGame } from './long-game.ts';
import { openFiles } from './open-files.ts';
import { promptLoop } from './prompt-loop.ts';
import { roomLitter } from './room-litter.ts';

/** Every attack, in the order of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [longGame, promptLoop, roomLitter, openFiles];
