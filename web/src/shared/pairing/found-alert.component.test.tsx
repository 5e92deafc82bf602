import { ARRIVAL_TIME } from '@doushouqi/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { Sounds } from '../../board/sounds.ts';
import { serverNow } from '../../client/time.ts';
import { ringRound } from './found-alert.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('below 20 s to take the seat every second sounds, until it is taken or the time is over', () => {
  vi.useFakeTimers();
  const play = vi.spyOn(Sounds.prototype, 'play');
  const ticks = () => play.mock.calls.filter(([name]) => name === 'tick').length;
  const stop = ringRound(serverNow());
  vi.advanceTimersByTime(ARRIVAL_TIME - 20_000);
  expect(play.mock.calls).toEqual([['prompt', { urgent: true }]]);
  vi.advanceTimersByTime(3_000);
  expect(ticks()).toBe(3);
  stop();
  vi.advanceTimersByTime(ARRIVAL_TIME);
  expect(ticks()).toBe(3);
  const stopLast = ringRound(serverNow());
  vi.advanceTimersByTime(ARRIVAL_TIME + 5_000);
  expect(ticks()).toBe(3 + 19);
  stopLast();
});
