import { BackupError } from '../backup/backup-error.ts';
import type { Surroundings } from '../surroundings.ts';
import { ADMIN_COMMANDS } from './commands.ts';
import { openAdmin } from './context.ts';

function usage(): string {
  const lines = Object.entries(ADMIN_COMMANDS).map(
    ([
      name,
      {
        usage: [args, effect],
      },
    ]) => `${`admin ${name} ${args}`.padEnd(42)} ${effect}`,
  );
  return lines.join('\n');
}

/** Runs `admin COMMAND …` on the stores. Throws a BackupError with the usage for an unknown command. */
export async function runAdmin(
  [name = '', ...args]: readonly string[],
  { addresses, print, now }: Surroundings,
): Promise<void> {
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (command === undefined) throw new BackupError(usage());
  const context = await openAdmin(addresses(), now);
  try {
    for (const line of await command.run(context, args)) print(line);
  } finally {
    await context.close();
  }
}
