import type { Attack } from '../attack.ts';
import { ACCOUNTS } from './accounts.ts';
import { CONSOLE } from './console.ts';
import { FLOODS } from './floods.ts';
import { GUESTS } from './guests.ts';
import { ORIGINS } from './origins.ts';
import { foreignPage } from './pages.ts';
import { PAIRING } from './pairing.ts';
import { PUZZLES } from './puzzles.ts';
import { ROOMS } from './rooms.ts';
import { SANCTIONS } from './sanctions.ts';

/** Every attack of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [
  ...FLOODS,
  ...ACCOUNTS,
  ...GUESTS,
  ...PAIRING,
  ...ROOMS,
  ...PUZZLES,
  ...CONSOLE,
  ...SANCTIONS,
  ...ORIGINS,
  foreignPage,
];
