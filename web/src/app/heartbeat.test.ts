import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pauseAfter, startHeartbeat } from './heartbeat.ts';

it.each([
  [0, 0, 5_000],
  [1_000, 1_300, 4_700],
  [0, 5_000, 0],
  [0, 10_000, 0],
])('sent at %i and answered at %i, the next heartbeat follows in %i ms', (sentAt, now, pause) => {
  expect(pauseAfter(sentAt, now)).toBe(pause);
});

describe('the heartbeat', () => {
  let answers: PromiseWithResolvers<string>[];
  const received = vi.fn();
  const refused = vi.fn();
  const start = () =>
    startHeartbeat<string>({
      send: () => {
        const answer = Promise.withResolvers<string>();
        answers.push(answer);
        return answer.promise;
      },
      received,
      refused,
      now: Date.now,
      wait: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    vi.clearAllMocks();
    answers = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts after 2 s and repeats every 5 s', async () => {
    start();
    await pass(1_999);
    expect(answers).toHaveLength(0);
    await pass(1);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve('one');
    await pass(4_999);
    expect(received).toHaveBeenCalledExactlyOnceWith('one', 2_000);
    expect(answers).toHaveLength(1);
    await pass(1);
    expect(answers).toHaveLength(2);
  });

  it('waits for a slow reply, then continues at once', async () => {
    start();
    await pass(10_000);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve('late');
    await pass(0);
    expect(answers).toHaveLength(2);
  });

  it('continues after a failure', async () => {
    start();
    await pass(2_000);
    const error = new Error('no network');
    answers[0]?.reject(error);
    await pass(5_000);
    expect(refused).toHaveBeenCalledExactlyOnceWith(error);
    expect(answers).toHaveLength(2);
  });

  it('can be sent early, but never twice at a time', async () => {
    const { beatNow } = start();
    beatNow();
    beatNow();
    expect(answers).toHaveLength(1);
    answers[0]?.resolve('one');
    await pass(4_999);
    expect(answers).toHaveLength(1);
    await pass(1);
    expect(answers).toHaveLength(2);
  });

  it.each(['resolve', 'reject'] as const)(
    'stops, and ignores a reply that arrives %ss later',
    async (how) => {
      const { stop } = start();
      await pass(2_000);
      stop();
      answers[0]?.[how]('late');
      await pass(20_000);
      expect(answers).toHaveLength(1);
      expect(received).not.toHaveBeenCalled();
      expect(refused).not.toHaveBeenCalled();
    },
  );
});
