import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type LogEntry, parseLogLine } from './log-line.ts';
import { PlatformError } from './platform-error.ts';

/** The command of one process and its readiness check. */
export type Program = {
  name: string;
  command: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  cwd: string;
  /** Polled until it returns true. */
  isReady: () => Promise<boolean>;
  /** Kills the process after the supervisor has ended: for programs that do not watch their standard input. */
  needsGuard: boolean;
};

export type Hooks = {
  log: (entry: LogEntry) => void;
  /** Called after every start and end of a process. */
  changed: () => void;
};

const READY_POLL_MS = 40;
const READY_DEADLINE_MS = 60_000;
const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 5_000;
/** A process that ran this long was healthy: its next restart has no delay. */
const HEALTHY_MS = 10_000;
const STOP_DEADLINE_MS = 12_000;
const LAST_OUTPUT_MS = 300;

/** One supervised process: it restarts on the same port when it exits. */
export class Supervised {
  readonly name: string;
  restarts = 0;
  readonly #program: Program;
  readonly #hooks: Hooks;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #end: Promise<string> = Promise.resolve('not started');
  #guard: ChildProcess | undefined;
  #ready: Promise<void> = Promise.reject(new PlatformError('not started'));
  #keepAlive = false;
  #failures = 0;
  #lastWords = '';
  #inTrouble = false;

  constructor(program: Program, hooks: Hooks) {
    this.name = program.name;
    this.#program = program;
    this.#hooks = hooks;
    this.#ready.catch(() => undefined);
  }

  /** The running process's id. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** First start. Rejects with one clear line if the process ends before it is ready. */
  async start(): Promise<void> {
    this.#launch();
    await this.#ready;
    this.#keepAlive = true;
    // The process may have exited between its readiness and this line.
    if (this.#child === undefined) void this.#restart();
  }

  /** Resolves when the process, or its replacement, is ready. */
  async waitReady(): Promise<void> {
    const deadline = Date.now() + READY_DEADLINE_MS;
    while (!this.#stopping.signal.aborted && Date.now() < deadline) {
      const settled = await this.#ready.then(() => this.#child !== undefined).catch(() => false);
      if (settled) return;
      await delay(READY_POLL_MS);
    }
    throw new PlatformError(`${this.name} is not ready`);
  }

  /** Sends a signal; resolves when the process has exited, if the signal ends it (it restarts automatically). */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.kill(signal);
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await this.#end;
  }

  /** Stops the process in order without a restart; `start` starts it again. */
  async retire(): Promise<void> {
    this.#keepAlive = false;
    await this.kill('SIGTERM');
  }

  /** Stops the process permanently: in order, or by SIGKILL after a deadline. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child === undefined) return;
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await this.#end;
    clearTimeout(overdue);
  }

  /** Kills the process without waiting. */
  killNow(): void {
    this.#stopping.abort();
    this.#child?.kill('SIGKILL');
  }

  #launch(): void {
    const { command, args, env, cwd } = this.#program;
    const begun = Date.now();
    // Detached: a Ctrl-C in the terminal reaches the supervisor alone, which then stops everything in order.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    this.#lastWords = '';
    this.#inTrouble = false;
    child.stdin?.on('error', () => undefined);
    for (const output of [child.stdout, child.stderr]) {
      if (output !== null) createInterface({ input: output }).on('line', (line) => this.#received(line));
    }
    if (this.#program.needsGuard && child.pid !== undefined) this.#guard = spawnGuard(child.pid);
    const ended = endOf(child);
    this.#end = ended.then((how) => {
      this.#ended(how, begun);
      return how;
    });
    this.#ready = this.#untilReady(ended);
    this.#ready.catch(() => undefined);
    this.#hooks.changed();
  }

  #received(line: string): void {
    if (line.trim() === '') return;
    const entry = parseLogLine(this.name, line);
    const trouble = entry.level === 'error' || entry.level === 'warn';
    // Stores the last line; an error is not replaced by later unimportant lines.
    if (trouble || !this.#inTrouble) this.#lastWords = lastWordsOf(entry) || line;
    this.#inTrouble ||= trouble;
    this.#hooks.log(entry);
  }

  async #untilReady(ended: Promise<string>): Promise<void> {
    let end: string | undefined;
    void ended.then((how) => {
      end = how;
    });
    const deadline = Date.now() + READY_DEADLINE_MS;
    while (!(await this.#program.isReady())) {
      if (end !== undefined) throw new PlatformError(`${this.name} did not start: ${this.#lastWords || end}`);
      if (Date.now() > deadline) throw new PlatformError(`${this.name} is not ready: ${this.#lastWords}`);
      await Promise.race([ended, delay(READY_POLL_MS)]);
    }
  }

  #ended(how: string, begun: number): void {
    this.#child = undefined;
    // Kills the guard before the pid can be reused.
    this.#guard?.kill('SIGKILL');
    this.#guard = undefined;
    this.#failures = Date.now() - begun > HEALTHY_MS ? 0 : this.#failures + 1;
    this.#hooks.changed();
    if (!this.#keepAlive || this.#stopping.signal.aborted) return;
    this.#note('warn', `ended (${how}), starting it again`);
    void this.#restart();
  }

  async #restart(): Promise<void> {
    const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, this.#failures - 1), LONGEST_BACKOFF_MS);
    await delay(backoff, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (this.#stopping.signal.aborted) return;
    this.restarts += 1;
    this.#launch();
    await this.#ready.then(() => this.#note('info', 'ready again')).catch(() => undefined);
  }

  #note(level: LogEntry['level'], message: string): void {
    this.#hooks.log({ process: this.name, level, message, details: {} });
  }
}

/**
 * Returns how a process ended, after its output is read completely. A grandchild may hold the output open (Redis
 * forks to rewrite its log), so the wait has a limit.
 */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      const late = setTimeout(() => resolve(how), LAST_OUTPUT_MS);
      child.once('close', () => {
        clearTimeout(late);
        resolve(how);
      });
    });
  });
}

/** Returns the message of an entry, with its cause if that adds information. */
function lastWordsOf({ message, details }: LogEntry): string {
  const { err } = details;
  const cause = err !== null && typeof err === 'object' && 'message' in err ? String(err.message) : '';
  return message.includes(cause) ? message : `${message}: ${cause}`;
}

/** Starts a shell that waits for the end of its input, which the supervisor holds, and then kills process `pid`. */
function spawnGuard(pid: number): ChildProcess {
  const guard = spawn('sh', ['-c', `read -r _; kill -TERM ${pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  return guard;
}
