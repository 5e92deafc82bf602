import type { Attack } from '../attack.ts';
import { openFiles } from './open-files.ts';

/** Every attack, in the order of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [openFiles];
