import type { Attack } from '../attack.ts';
import { ipv6Addresses } from './ipv6-addresses.ts';
import { lockOut } from './lock-out.ts';
import { neverPoll, neverRead } from './never-read.ts';
import { openFiles } from './open-files.ts';
import { packetFlood } from './packet-flood.ts';
import { rightLogins } from './right-logins.ts';

/** Every attack, in the order of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [
  packetFlood,
  neverRead,
  neverPoll,
  rightLogins,
  ipv6Addresses,
  lockOut,
  openFiles,
];
