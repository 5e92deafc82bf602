import { ApiError } from '@doushouqi/protocol';
import { BackupError } from '../backup/backup-error.ts';
import { connectStores } from '../backup/stores.ts';
import type { Surroundings } from '../surroundings.ts';
import { ADMIN_COMMANDS, type AdminCommand } from './commands.ts';
import { CONSOLE_COMMANDS, runConsoleCommand } from './console-commands.ts';
import { type ConsoleCaller, openConsole } from './session.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Address of the product of `npm start`. */
const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Column at which the effects of the commands begin. */
const COLUMN = 43;

function usageLine(head: string, effect: string): string {
  return head.length < COLUMN ? `${head.padEnd(COLUMN)}${effect}` : `${head}\n${' '.repeat(COLUMN)}${effect}`;
}

function usage(): string {
  const all = Object.entries({ ...ADMIN_COMMANDS, ...CONSOLE_COMMANDS });
  return [
    ...all.map(([name, command]) => {
      const [args, effect] = command.usage;
      return usageLine(`admin ${name} ${args}`, effect);
    }),
    usageLine('admin shell', 'reads such commands, without "admin", line by line in one session'),
    '',
    'All but operator and log ask for username, password and code, and act at the site of ADMIN_URL',
    `(${DEFAULT_URL}). ADMIN_USER replaces the question for the username.`,
  ].join('\n');
}

/** Splits a line of the shell; quotes hold words together. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, word]) => double ?? single ?? word!,
  );
}

/** A refusal of the site, as one line. */
function operational(error: unknown): unknown {
  return error instanceof ApiError ? new BackupError(`${error.code}: ${error.message}`) : error;
}

/** Runs the lines of the shell until the input ends. A refused command does not end it. */
async function runShell(
  caller: ConsoleCaller,
  terminal: Terminal,
  print: Surroundings['print'],
): Promise<void> {
  for (;;) {
    const line = await terminal.ask('admin> ');
    if (line === null || line.trim() === 'exit') return;
    const [name, ...args] = wordsOf(line);
    if (name === undefined) continue;
    try {
      if (!Object.hasOwn(CONSOLE_COMMANDS, name)) throw new BackupError(usage());
      await caller.renew();
      for (const text of await runConsoleCommand(caller.api, name, args)) print(text);
    } catch (error) {
      const told = operational(error);
      if (!(told instanceof Error)) throw error;
      print(told.message);
    }
  }
}

async function atSite(
  name: string,
  args: readonly string[],
  { env, print, now, terminal }: Surroundings,
): Promise<void> {
  const opened = terminal?.() ?? openTerminal();
  const { ADMIN_URL, ADMIN_USER } = env;
  try {
    const caller = await openConsole(opened, { url: ADMIN_URL || DEFAULT_URL, user: ADMIN_USER, now });
    try {
      if (name === 'shell') await runShell(caller, opened, print);
      else for (const line of await runConsoleCommand(caller.api, name, args)) print(line);
    } finally {
      await caller.end();
    }
  } catch (error) {
    throw operational(error);
  } finally {
    opened.close();
  }
}

async function onStores(
  command: AdminCommand,
  args: readonly string[],
  { addresses, print, now }: Surroundings,
) {
  const stores = await connectStores(addresses());
  try {
    for (const line of await command.run(stores, args, now())) print(line);
  } finally {
    await stores.close();
  }
}

/** Returns whether a command of `admin` calls the site instead of the stores. */
export function isAtSite(name: string): boolean {
  return name === 'shell' || Object.hasOwn(CONSOLE_COMMANDS, name);
}

/** Runs `admin COMMAND …`. Throws a BackupError with the usage for an unknown command, and for a refusal of the site. */
export async function runAdmin(
  [name = '', ...args]: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  if (Object.hasOwn(ADMIN_COMMANDS, name)) await onStores(ADMIN_COMMANDS[name]!, args, surroundings);
  else if (isAtSite(name)) await atSite(name, args, surroundings);
  else throw new BackupError(usage());
}
