import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PingQueue } from './pings.ts';

const TIMES = { interval: 1_000, ahead: 200 };

function queueOf(began: Record<string, number>): PingQueue<string> {
  const queue = new PingQueue<string>(TIMES);
  for (const [peer, at] of Object.entries(began)) queue.add(peer, at);
  return queue;
}

describe('ping queue', () => {
  test('includes peers that are due soon', () => {
    const queue = queueOf({ a: 0, b: 100, c: 200, d: 201 });
    expect(queue.next()).toBe(1_000);
    expect(queue.take(1_000, 10)).toEqual(['a', 'b', 'c']);
    expect(queue.next()).toBe(1_201);
  });

  test('takes at most the given number of peers, the earliest first', () => {
    const queue = queueOf({ a: 0, b: 0, c: 0 });
    expect(queue.take(1_000, 2)).toEqual(['a', 'b']);
    expect(queue.take(1_000, 2)).toEqual(['c']);
    expect(queue.next()).toBeUndefined();
  });

  test('drops a removed peer, and restarts the wait of a peer that is added twice', () => {
    const queue = queueOf({ a: 0, b: 0, c: 0 });
    queue.delete('a');
    queue.add('b', 500);
    expect(queue.take(1_000, 10)).toEqual(['c']);
    expect(queue.next()).toBe(1_500);
  });

  test('peers wait between the interval less `ahead` and the interval', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000), { minLength: 1 }), fc.integer({ min: 1, max: 5 }), (gaps, most) => {
        const queue = new PingQueue<number>(TIMES);
        const began: number[] = [];
        let now = 0;
        const take = () => {
          for (const peer of queue.take(now, most)) {
            const waited = now - began[peer]!;
            expect(waited).toBeGreaterThanOrEqual(TIMES.interval - TIMES.ahead);
            expect(waited).toBeLessThanOrEqual(TIMES.interval);
          }
        };
        gaps.forEach((gap, peer) => {
          const arrival = now + gap;
          for (let due = queue.next(); due !== undefined && due <= arrival; due = queue.next()) {
            now = due;
            take();
          }
          now = arrival;
          began.push(now);
          queue.add(peer, now);
        });
      }),
    );
  });
});
