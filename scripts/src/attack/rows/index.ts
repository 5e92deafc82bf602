import type { Attack } from '../attack.ts';
import { ipv6Addresses } from './ipv6-addresses.ts';
import { lockOut } from './lock-out.ts';
import { openFiles } from './open-files.ts';
import { rightLogins } from './right-logins.ts';

/** Every attack, in the order of the table in docs/threat-model.md. */
export const ATTACKS: readonly Attack[] = [rightLogins, ipv6Addresses, lockOut, openFiles];
