import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Counts, Sessions } from './sessions.ts';

const SILENCE_MS = 35_000;

/** Sessions of node `n` with a clock. */
function newSessions({ perAddress = 100, cap = 100 } = {}) {
  const clock = { now: 0 };
  const sessions = new Sessions(perAddress, { cap, now: () => clock.now });
  return { clock, sessions, count: () => sessions.count('n') };
}

describe('sessions of a node', () => {
  it('counts a polling session once, from its handshake', () => {
    const { sessions, count } = newSessions();
    const release = sessions.opening('n');
    expect(count()).toBe(1);
    sessions.pollingOpened('a', 'n', release);
    sessions.polled('a', 'n', '::1');
    sessions.polled('a', 'n', '::1');
    expect(count()).toBe(1);
    sessions.pollingClosed('a');
    expect(count()).toBe(0);
  });

  it('counts a websocket once, from its handshake to its end', () => {
    const { sessions, count, clock } = newSessions();
    const release = sessions.opening('n');
    const closed = sessions.websocketOpened('n', undefined);
    clock.now = 2 * SILENCE_MS;
    expect([count(), sessions.websockets('n')]).toEqual([1, 1]);
    closed();
    release();
    expect([count(), sessions.websockets('n')]).toEqual([0, 0]);
  });

  it('counts a session once that upgrades to a websocket, even if its last polls arrive late', () => {
    const { sessions, count } = newSessions();
    sessions.pollingOpened('a', 'n', sessions.opening('n'));
    const closed = sessions.websocketOpened('n', 'a');
    sessions.polled('a', 'n', '::1');
    expect(count()).toBe(1);
    sessions.pollingClosed('a');
    expect(count()).toBe(1);
    closed();
    expect(count()).toBe(0);
  });

  it('still counts a session after a failed upgrade to a websocket', () => {
    const { sessions, count } = newSessions();
    sessions.polled('a', 'n', '::1');
    sessions.websocketOpened('n', 'a')();
    sessions.polled('a', 'n', '::1');
    expect(count()).toBe(1);
  });

  it('removes a silent polling session', () => {
    const { sessions, count, clock } = newSessions();
    sessions.polled('silent', 'n', '::1');
    sessions.polled('busy', 'n', '::1');
    clock.now = SILENCE_MS - 1;
    sessions.polled('busy', 'n', '::1');
    expect(count()).toBe(2);
    clock.now = SILENCE_MS;
    expect(count()).toBe(1);
  });

  it('counts only open websockets after the death of the node', () => {
    const { sessions, count } = newSessions();
    sessions.polled('a', 'n', '::1');
    sessions.polled('b', 'other', '::1');
    sessions.websocketOpened('n', 'c');
    sessions.nodeDied('n');
    expect([count(), sessions.count('other')]).toEqual([1, 1]);
  });

  it('never counts more polling sessions than its cap, and empties by itself', () => {
    const step = fc.record({ sid: fc.string({ maxLength: 3 }), closes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { sessions, count, clock } = newSessions({ cap: 10, perAddress: 10 });
        for (const [now, { sid, closes }] of steps.entries()) {
          clock.now = now;
          if (closes) sessions.pollingClosed(sid);
          else sessions.polled(sid, 'n', '::1');
          expect(count()).toBeLessThanOrEqual(10);
        }
        clock.now += SILENCE_MS;
        expect(count()).toBe(0);
        expect(sessions.request('::1')).not.toBeNull();
      }),
    );
  });
});

describe('sessions of an address', () => {
  it('counts open requests and polling sessions of one network together, in any notation', () => {
    const { sessions } = newSessions({ perAddress: 2 });
    const release = sessions.request('2001:db8::1');
    expect(sessions.polled('a', 'n', '2001:db8:0:0:5::')).toBe(true);
    expect(sessions.polled('a', 'n', '2001:db8:0:0:5::')).toBe(true);
    expect(sessions.polled('b', 'n', '2001:DB8::2')).toBe(false);
    expect(sessions.request('2001:db8:0:1::1')).not.toBeNull();
    release?.();
    expect(sessions.polled('b', 'n', '2001:db8::3')).toBe(true);
  });

  it('ends the count of a polling session with the session: silent, closed or of a dead node', () => {
    const { sessions, clock } = newSessions({ perAddress: 1 });
    for (const end of [
      () => sessions.pollingClosed('a'),
      () => sessions.nodeDied('n'),
      () => (clock.now += SILENCE_MS),
    ]) {
      expect(sessions.polled('a', 'n', '::1')).toBe(true);
      expect(sessions.request('::1')).toBeNull();
      end();
      sessions.request('::1')!();
    }
  });
});

it('a count is ended once, and a key without open items is removed', () => {
  const counts = new Counts(1);
  const release = counts.take('a')!;
  release();
  expect(counts.size()).toBe(0);
  expect(counts.take('a')).not.toBeNull();
  release();
  expect(counts.take('a')).toBeNull();
});
