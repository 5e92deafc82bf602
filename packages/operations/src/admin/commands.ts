import type { Stores } from '../backup/stores.ts';
import { showLog } from './log.ts';
import { makeOperator } from './operator.ts';

/** A command of `admin` on the stores: what needs no session of the console. */
export interface AdminCommand {
  /** Its arguments and effect, as the usage prints them. */
  usage: readonly [args: string, effect: string];
  /** Returns the lines to print. Throws a BackupError for a mistake of the caller. `now` in epoch ms. */
  run(stores: Stores, args: readonly string[], now: number): Promise<string[]>;
}

export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  operator: {
    usage: ['USERNAME', 'makes an account an operator and prints an invitation to the console'],
    run: ({ mongo, redis }, [username = ''], now) => makeOperator(mongo, redis, username, now),
  },
  log: {
    usage: ['[--check [--head N:HASH]]', 'lists the last deeds; checks that no entry was changed or removed'],
    run: ({ mongo }, args) => showLog(mongo.db(), args),
  },
};
