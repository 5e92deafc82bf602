/** What the commands share: one argument or many lines in, one line out for each, errors in one form. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Result } from '../result.ts';

/** A refusal: the stable code, and words for a person, which may be empty. */
export interface CommandError {
  readonly code: string;
  readonly detail: string;
}

/** Turns one input into one line of output, without its line break. */
export type Answer = (input: string) => Result<string, CommandError>;

const BATCH_LENGTH = 1 << 16;

/** Prints one line on stderr and makes the process end with status 1. */
export function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

/** Answers the arguments joined by spaces (a FEN-like string has one), or every line of stdin for `-`. */
export async function runCommand(args: readonly string[], usage: string, answer: Answer): Promise<void> {
  if (args.length === 0) return fail(`usage: ${usage}`);
  if (args.length === 1 && args[0] === '-') return answerLines(answer);
  const answered = answer(args.join(' '));
  if (answered.ok) process.stdout.write(`${answered.value}\n`);
  else fail(formatError(answered.error));
}

/** The one line by which a refused input is reported. */
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

/** `… | head` closes our output early; that is no fault to report. */
function stopQuietlyWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
