import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTestRedis } from '../testing/index.ts';
import type { Logger } from './logger.ts';
import { mirrorToRedis } from './mirror.ts';
import { closeRedis, connectRedis, watchOf } from './redis.ts';

const server = await startTestRedis();
const outside = connectRedis(server.url, { role: 'command' });
afterAll(async () => {
  await closeRedis(outside);
  await server.stop();
});
beforeEach(() => outside.flushall());

const logger = { warn: () => undefined } as unknown as Logger;

/** Runs of all processes, in the order of their begin. */
class Runs {
  readonly by: string[] = [];
  most = 0;
  #open = 0;
  readonly #waiting: (() => void)[] = [];

  async add(name: string): Promise<void> {
    this.by.push(name);
    this.#open++;
    this.most = Math.max(this.most, this.#open);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#open--;
  }

  async begun(count: number): Promise<void> {
    await expect.poll(() => this.by.length).toBe(count);
  }

  /** Ends the oldest run. */
  end(): void {
    this.#waiting.shift()?.();
  }
}

/** Starts the mirror of a process. */
function start(runs: Runs, name: string, mirror = () => runs.add(name)) {
  const redis = connectRedis(server.url, { role: 'command' });
  const set = vi.spyOn(redis, 'set');
  const stop = mirrorToRedis({ redis, logger, by: 'tests', what: 'data', mirror, retryMs: 10 });
  onTestFinished(() => {
    stop();
    redis.disconnect();
  });
  /** The last answers to requests for the lease: `OK`, or null while another process has it. */
  const answers = () =>
    set.mock.settledResults.flatMap(({ value }, n) => (set.mock.calls[n]!.at(-1) === 'NX' ? [value] : []));
  return {
    answers,
    outage() {
      watchOf(redis).lost('server', 'a test');
      watchOf(redis).found('server');
    },
  };
}

test('one process mirrors at a time, and one run counts for all that wait', async () => {
  const runs = new Runs();
  start(runs, 'first');
  await runs.begun(1);
  const waiting = ['second', 'third'].map((name) => start(runs, name));
  for (const { answers } of waiting) await expect.poll(answers).toContain(null);
  runs.end();
  await runs.begun(2);
  runs.end();
  for (const { answers } of waiting) await expect.poll(() => answers().at(-1)).toBe('OK');
  await expect.poll(() => outside.exists('mirror:tests:lease')).toBe(0);
  expect([runs.by.length, runs.most]).toEqual([2, 1]);
});

test('outages during a run lead to one further run after it', async () => {
  const runs = new Runs();
  const { outage } = start(runs, 'only');
  await runs.begun(1);
  outage();
  outage();
  runs.end();
  await runs.begun(2);
  runs.end();
  await expect.poll(() => outside.get('mirror:tests:done')).toBe('2');
  expect([runs.by.length, runs.most]).toEqual([2, 1]);
});

test('a failed run is repeated, and a process that died is replaced', async () => {
  const runs = new Runs();
  let failures = 0;
  start(runs, 'failing', async () => {
    failures += 1;
    if (failures < 3) throw new Error('the store is away');
    await runs.add('failing');
  });
  await runs.begun(1);
  const other = start(runs, 'other');
  await expect.poll(other.answers).toContain(null);
  // The lease of a process that renews it no more.
  await outside.pexpire('mirror:tests:lease', 1);
  await runs.begun(2);
  expect([failures, runs.by]).toEqual([3, ['failing', 'other']]);
});
