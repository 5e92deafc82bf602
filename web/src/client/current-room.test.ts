import { expect, it } from 'vitest';
import { createRoomReporter } from './current-room.ts';

/** A server that answers on command. */
function server() {
  const calls: { roomId: string | null; answer: PromiseWithResolvers<void> }[] = [];
  const reporter = createRoomReporter((roomId) => {
    const answer = Promise.withResolvers<void>();
    calls.push({ roomId, answer });
    return answer.promise;
  });
  return { calls, reporter, reported: () => calls.map(({ roomId }) => roomId) };
}

it('reports entering and leaving a room once', async () => {
  const { calls, reporter, reported } = server();
  const flushed = reporter.set('a');
  calls[0]?.answer.resolve();
  await flushed;
  await reporter.set('a');
  void reporter.set(null);
  expect(reported()).toEqual(['a', null]);
});

it('reports nothing without a change', async () => {
  const { calls, reporter } = server();
  await reporter.set(null);
  expect(calls).toEqual([]);
});

it('reports the latest room last, one call at a time, and skips outdated ones', async () => {
  const { calls, reporter, reported } = server();
  const flushed = reporter.set('a');
  void reporter.set(null);
  void reporter.set('b');
  expect(reported()).toEqual(['a']);
  calls[0]?.answer.resolve();
  await calls[0]?.answer.promise;
  await Promise.resolve();
  expect(reported()).toEqual(['a', 'b']);
  calls[1]?.answer.resolve();
  await flushed;
  expect(reported()).toEqual(['a', 'b']);
});

it('repeats a report that may be lost', async () => {
  const { calls, reporter, reported } = server();
  const flushed = reporter.set('a');
  calls[0]?.answer.reject(new Error('no network'));
  await flushed;
  void reporter.set(null);
  expect(reported()).toEqual(['a', null]);
  calls[1]?.answer.reject(new Error('no network'));
  await calls[1]?.answer.promise.catch(() => {});
  await Promise.resolve();
  void reporter.flush();
  expect(reported()).toEqual(['a', null, null]);
});
