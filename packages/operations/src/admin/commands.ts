import type { AdminContext } from './context.ts';
import { makeOperator } from './operator.ts';

/** A command of `admin`: what operators do in the console, for a shell. */
export interface AdminCommand {
  /** Its arguments and effect, as the usage prints them. */
  usage: readonly [args: string, effect: string];
  /** Returns the lines to print. Throws a BackupError for a mistake of the caller. */
  run(context: AdminContext, args: readonly string[]): Promise<string[]>;
}

export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  operator: {
    usage: ['USERNAME', 'makes an account an operator and prints an invitation to the console'],
    run: (context, [username = '']) => makeOperator(context, username),
  },
};
