import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Where the caller of a command answers. */
export interface Terminal {
  /** Prints the question and returns the next line; null at the end of the input. `isSecret`: the line is not shown. */
  ask(question: string, options?: { isSecret?: boolean }): Promise<string | null>;
  close(): void;
}

/** Opens the terminal of this process. Lines may also come from a pipe. */
export function openTerminal(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Terminal {
  let isMuted = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input, output: shown, terminal: input.isTTY === true });
  const lines = reader[Symbol.asyncIterator]();
  return {
    async ask(question, { isSecret = false } = {}) {
      output.write(question);
      isMuted = isSecret;
      const { value, done } = await lines.next();
      isMuted = false;
      if (isSecret) output.write('\n');
      return done === true ? null : value;
    },
    close: () => reader.close(),
  };
}
