/** Shared code of the commands: one argument or many lines as input, one line of output for each. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Result } from '../result.ts';

/** A refusal: a stable code and a text for people, which may be empty. */
export interface CommandError {
  readonly code: string;
  readonly detail: string;
}

/** Returns one line of output, without a line break, for one input. */
export type Answer = (input: string) => Result<string, CommandError>;

const BATCH_LENGTH = 1 << 16;

/** Prints a line to stderr and sets the exit status 1. */
export function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

/** Answers the arguments joined by spaces (a FEN-like string contains one), or each line of stdin for `-`. */
export async function runCommand(args: readonly string[], usage: string, answer: Answer): Promise<void> {
  if (args.length === 0) return fail(`usage: ${usage}`);
  if (args.length === 1 && args[0] === '-') return answerLines(answer);
  const answered = answer(args.join(' '));
  if (answered.ok) process.stdout.write(`${answered.value}\n`);
  else fail(formatError(answered.error));
}

/** Formats a refusal as one line. */
export function formatError({ code, detail }: CommandError): string {
  return detail ? `error: ${code} (${detail})` : `error: ${code}`;
}

async function answerLines(answer: Answer): Promise<void> {
  stopQuietlyWhenUnread();
  let batch = '';
  for await (const line of createInterface({ input: process.stdin })) {
    const answered = answer(line);
    if (!answered.ok) process.exitCode = 1;
    batch += `${answered.ok ? answered.value : `error: ${answered.error.code}`}\n`;
    if (batch.length < BATCH_LENGTH) continue;
    await write(batch);
    batch = '';
  }
  await write(batch);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** `… | head` closes the output early, which is not an error. */
function stopQuietlyWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
