import { toWireHeader } from '@doushouqi/protocol';
import { BLUE, headerOf, RED } from '@doushouqi/room-client/testing';
import { describe, expect, it } from 'vitest';
import { runningGameOf } from './running-game.ts';

const AT = 1_000_000;

function roomOf(changes: Parameters<typeof headerOf>[0] = {}) {
  const running = {
    status: 'playing',
    ply: 3,
    timeLeft: { red: 300_000, blue: 200_000 },
    lastMoveTime: AT - 10_000,
    offlineSince: { red: null, blue: null },
  } as const;
  const header = headerOf({ ...running, ...changes });
  return { ...toWireHeader(header), roomId: 'R1', v: 9, record: '', chatMessages: [], serverTime: AT };
}

describe('a running game seen from outside its room', () => {
  it("runs the user's clock only on the user's turn", () => {
    expect(runningGameOf(roomOf(), BLUE, 5_000)).toEqual({
      opponentId: RED,
      isOwnTurn: true,
      left: 185_000,
      lostIn: null,
    });
    expect(runningGameOf(roomOf(), RED, 5_000)).toMatchObject({ isOwnTurn: false, left: 300_000 });
  });

  it('counts down to the loss of a disconnected player', () => {
    const room = roomOf({ offlineSince: { red: AT - 20_000, blue: null } });
    expect(runningGameOf(room, RED, 5_000)?.lostIn).toBe(35_000);
    expect(runningGameOf(room, BLUE, 5_000)?.lostIn).toBeNull();
    expect(runningGameOf(room, RED, 99_000)?.lostIn).toBe(0);
  });

  it('counts down to the loss by a missing first move in a tournament', () => {
    const offlineSince = { red: AT - 5_000, blue: null };
    const room = roomOf({ kind: 'swiss', ply: 0, lastMoveTime: AT - 5_000, offlineSince });
    expect(runningGameOf(room, RED, 5_000)?.lostIn).toBe(10_000);
    expect(runningGameOf(room, BLUE, 5_000)?.lostIn).toBeNull();
    expect(runningGameOf({ ...room, ply: 2 }, RED, 5_000)?.lostIn).toBe(50_000);
  });

  it('is null for a spectator and for a game that is over', () => {
    expect(runningGameOf(roomOf(), 'c'.repeat(24), 0)).toBeNull();
    expect(runningGameOf(roomOf({ status: 'over', winner: 'draw' }), RED, 0)).toBeNull();
  });

  it('is null for a correspondence game, which goes on for days', () => {
    const days = { timeControl: null, daysPerMove: 3, moveDeadline: AT, lastMoveTime: null } as const;
    expect(runningGameOf(roomOf(days), RED, 0)).toBeNull();
  });
});
