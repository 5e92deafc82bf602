import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

const REST = 1_000;
const failures: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  failures.length = 0;
});
afterEach(() => vi.useRealTimers());

/** Work whose runs end when the test resolves them. */
function slowWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  const repeated = repeat(
    () => REST * runs.length,
    work,
    (error) => failures.push(error),
  );
  return { runs, repeated };
}

test('starts the next run after the rest, also after a failed run', async () => {
  const { runs, repeated } = slowWork();
  await vi.advanceTimersByTimeAsync(10 * REST);
  expect(runs).toHaveLength(1);
  runs[0]!.reject('broken');
  await vi.advanceTimersByTimeAsync(REST - 1);
  expect([runs.length, failures]).toEqual([1, ['broken']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]!.resolve();
  await vi.advanceTimersByTimeAsync(2 * REST - 1);
  expect(runs).toHaveLength(2);
  await repeated.stop();
});

test('soon ends a rest, or schedules another run after the current one', async () => {
  const { runs, repeated } = slowWork();
  runs[0]!.resolve();
  await vi.advanceTimersByTimeAsync(1);
  repeated.soon();
  expect(runs).toHaveLength(2);
  repeated.soon();
  expect(runs).toHaveLength(2);
  runs[1]!.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(3);
  runs[2]!.resolve();
  await vi.advanceTimersByTimeAsync(3 * REST - 1);
  expect(runs).toHaveLength(3);
  await repeated.stop();
});

test('stop waits for the current run and starts no other', async () => {
  const { runs, repeated } = slowWork();
  const stopped = vi.fn();
  const stopping = repeated.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(REST);
  expect(stopped).not.toHaveBeenCalled();
  runs[0]!.resolve();
  await stopping;
  repeated.soon();
  await vi.advanceTimersByTimeAsync(10 * REST);
  expect(runs).toHaveLength(1);
});
