import type { Command } from 'ioredis';

const DUE = Symbol('due');
type TimedCommand = Command & { [DUE]?: number };

/**
 * Fails commands that are not answered in time, with one timer for all of them. ioredis's `commandTimeout` sets and
 * clears one for each command, and deletes a property of the command, which V8 then keeps as a dictionary: some kilobytes of
 * garbage each time (docs/performance.md).
 */
export class Deadlines {
  readonly #ms: number;
  /** In the order of sending, which is that of the answers: what is settled leaves from the front. */
  readonly #sent: TimedCommand[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** `ms`: what each command has, from when it is given to the client. */
  constructor(ms: number) {
    this.#ms = ms;
  }

  add(command: TimedCommand): void {
    // A client hands a command to itself again after an outage.
    if (command[DUE] !== undefined) return;
    command[DUE] = performance.now() + this.#ms;
    this.#dropSettled();
    this.#sent.push(command);
    this.#timer ??= setTimeout(this.#look, this.#ms).unref();
  }

  readonly #look = (): void => {
    const now = performance.now();
    this.#timer = null;
    this.#dropSettled();
    for (let next = this.#sent[0]; next; next = this.#sent[0]) {
      const rest = next[DUE]! - now;
      if (rest > 0) {
        this.#timer = setTimeout(this.#look, rest).unref();
        return;
      }
      this.#sent.shift();
      next.reject(new Error('Command timed out'));
      this.#dropSettled();
    }
  };

  #dropSettled(): void {
    while (this.#sent[0]?.isSettled) this.#sent.shift();
  }
}
