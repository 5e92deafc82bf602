import type { Attack } from '../attack.ts';
import { neverPoll, neverRead } from './never-read.ts';
import { openFiles } from './open-files.ts';
import { packetFlood } from './packet-flood.ts';

/** Every attack, in the order of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [packetFlood, neverRead, neverPoll, openFiles];
