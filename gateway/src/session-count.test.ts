import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionCount } from './session-count.ts';

function sessions(cap = 100) {
  return new SessionCount({ silenceMs: 1_000, handshakeMs: 100, cap });
}

describe('SessionCount', () => {
  it('counts a polling session once, from its handshake', () => {
    const open = sessions();
    open.opening(0);
    expect(open.count(1)).toBe(1);
    open.polled('a', 2);
    open.polled('a', 3);
    expect(open.count(4)).toBe(1);
  });

  it('counts a websocket once, from its handshake to its end', () => {
    const open = sessions();
    open.opening(0);
    const closed = open.websocketOpened(undefined);
    expect(open.count(5_000)).toBe(1);
    closed();
    expect(open.count(5_000)).toBe(0);
  });

  it('counts a session once that upgrades to a websocket, even if its last polls arrive late', () => {
    const open = sessions();
    open.opening(0);
    open.polled('a', 1);
    const closed = open.websocketOpened('a');
    open.polled('a', 2);
    expect(open.count(3)).toBe(1);
    closed();
    expect(open.count(4)).toBe(0);
  });

  it('still counts a session after a failed upgrade to a websocket', () => {
    const open = sessions();
    open.polled('a', 1);
    open.websocketOpened('a')();
    open.polled('a', 2);
    expect(open.count(3)).toBe(1);
  });

  it('counts a polling session, and removes a silent one', () => {
    const open = sessions();
    open.polled('silent', 0);
    open.polled('busy', 0);
    open.polled('busy', 900);
    expect(open.count(1_500)).toBe(1);
  });

  it('removes a session at once when its client hangs up, but not the websocket that it upgraded to', () => {
    const open = sessions();
    open.polled('left', 0);
    open.brokenOff('left');
    expect(open.count(1)).toBe(0);
    open.polled('upgraded', 2);
    open.websocketOpened('upgraded');
    open.brokenOff('upgraded');
    expect(open.count(3)).toBe(1);
  });

  it('removes a handshake that failed', () => {
    const open = sessions();
    open.opening(0);
    expect([open.count(99), open.count(100)]).toEqual([1, 0]);
  });

  it('counts only open websockets after the death of the node', () => {
    const open = sessions();
    open.opening(0);
    open.polled('a', 0);
    open.websocketOpened('b');
    open.clear();
    expect(open.count(0)).toBe(1);
  });

  it('never counts more than its cap, and empties by itself', () => {
    const step = fc.record({ sid: fc.string({ maxLength: 3 }), opens: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const open = sessions(10);
        for (const [now, { sid, opens }] of steps.entries()) {
          if (opens) open.opening(now);
          else open.polled(sid, now);
          expect(open.count(now)).toBeLessThanOrEqual(20);
        }
        expect(open.count(steps.length + 1_000)).toBe(0);
      }),
    );
  });
});
