import { OFFLINE_GRACE } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import {
  after,
  ask,
  BLUE,
  here,
  join,
  moveCommand,
  playingRoom,
  RED,
  refusal,
  reply,
  SPECTATOR,
  START,
} from '../../test/fixtures.ts';
import { decide, offlineDeadline, type Room } from '../index.ts';

const CHECK = { type: 'check' } as const;
const T = START + 10_000;
/** Both players are online since the start. */
function together(): Room {
  return after(after(playingRoom(), here(RED), START), here(BLUE), START);
}
function redAway(): Room {
  return after(together(), here(RED, false), T);
}
function bothAway(): Room {
  return after(redAway(), here(BLUE, false), T + 20_000);
}
function lost(): Room {
  return after(redAway(), CHECK, T + OFFLINE_GRACE);
}

describe('presence', () => {
  test('counts a seated player as offline until the connection is reported', () => {
    expect(after(null, join(RED), START).header.offlineSince).toEqual({ red: START, blue: null });
    expect(playingRoom().header.offlineSince).toEqual({ red: START, blue: START });
    expect(together().header.offlineSince).toEqual({ red: null, blue: null });
  });

  test('records once when a player went offline', () => {
    expect(redAway().header.offlineSince).toEqual({ red: T, blue: null });
    expect(after(redAway(), here(RED, false), T + 5_000)).toEqual(redAway());
    expect(offlineDeadline(redAway().header)).toEqual({ side: 'red', at: T + OFFLINE_GRACE });
    expect(after(redAway(), here(RED), T + 5_000).header.offlineSince).toEqual({
      red: null,
      blue: null,
    });
  });

  test('ignores users without a seat', () => {
    const room = after(redAway(), join(SPECTATOR), T);
    for (const isHere of [true, false]) expect(after(room, here(SPECTATOR, isHere), T)).toBe(room);
  });

  test('is not judged while both are offline; the first to reconnect restarts the opponent’s 60 s', () => {
    expect(offlineDeadline(bothAway().header)).toBeNull();
    expect(after(bothAway(), CHECK, T + 200_000)).toEqual(bothAway());
    const redBack = after(bothAway(), here(RED), T + 100_000);
    expect(offlineDeadline(redBack.header)).toEqual({ side: 'blue', at: T + 100_000 + OFFLINE_GRACE });
    const blueBack = after(bothAway(), here(BLUE), T + 100_000);
    expect(offlineDeadline(blueBack.header)).toEqual({ side: 'red', at: T + 100_000 + OFFLINE_GRACE });
  });

  test('counts the absence of an offline player from the start of a new game', () => {
    const room = after(after(after(null, join(RED), START), here(RED), START), here(RED, false), START + 1);
    const begun = after(after(room, join(BLUE), T), here(BLUE), T + 5);
    expect(offlineDeadline(begun.header)).toEqual({ side: 'red', at: T + 5 + OFFLINE_GRACE });
    const reset = after(after(redAway(), ask(RED, 'reset'), T + 1), reply(BLUE, 'reset', true), T + 50_000);
    expect(offlineDeadline(reset.header)).toEqual({ side: 'red', at: T + 50_000 + OFFLINE_GRACE });
  });

  test('is not changed by moves', () => {
    expect(offlineDeadline(after(redAway(), moveCommand(0), T + 30_000).header)).toEqual(
      offlineDeadline(redAway().header),
    );
  });
});

describe('an offline player', () => {
  test('loses after exactly 60 s, also when not to move', () => {
    expect(after(redAway(), CHECK, T + OFFLINE_GRACE - 1)).toEqual(redAway());
    expect(lost().header).toMatchObject({
      winner: 'blue',
      endReason: 'OFFLINE_SURRENDER',
      offlinePlayerSurrendered: RED,
      lastMoveTime: null,
      timeLeft: { red: 230_000, blue: 300_000 },
    });
    const blueAway = after(together(), here(BLUE, false), T);
    expect(after(blueAway, CHECK, T + OFFLINE_GRACE).header).toMatchObject({
      winner: 'red',
      offlinePlayerSurrendered: BLUE,
    });
  });

  test('does not lose after reconnecting before the check', () => {
    const back = after(redAway(), here(RED), T + OFFLINE_GRACE + 500);
    expect(after(back, CHECK, T + OFFLINE_GRACE + 501)).toBe(back);
  });

  test('loses on time if the clock ran out first', () => {
    expect(after(redAway(), CHECK, START + 300_000).header).toMatchObject({
      winner: 'blue',
      endReason: 'TIME_UP',
    });
  });

  test('loses only a running game', () => {
    const waiting = after(after(null, join(RED), START), here(RED, false), START);
    expect(offlineDeadline(waiting.header)).toBeNull();
    expect(after(waiting, CHECK, START + 200_000)).toBe(waiting);
    const over = after(redAway(), { type: 'surrender', userId: BLUE }, T + 1);
    expect(offlineDeadline(over.header)).toBeNull();
  });

  test('does not lose by the opponent’s claim', () => {
    expect(refusal(redAway(), { type: 'flag', userId: BLUE }, T + OFFLINE_GRACE)).toBe('NOT_FLAGGED');
  });

  test('is named in a notice that a player or a new game clears', () => {
    const watched = after(lost(), join(SPECTATOR), T + 70_000);
    const clear = (userId: string) => ({ type: 'clearOfflineSurrender', userId }) as const;
    expect(refusal(watched, clear(SPECTATOR), T + 70_000)).toBe('NOT_A_PLAYER');
    const cleared = after(watched, clear(BLUE), T + 70_000);
    expect(cleared.header).toMatchObject({ offlinePlayerSurrendered: null, winner: 'blue' });
    expect(after(cleared, clear(BLUE), T + 70_001)).toBe(cleared);
    const asked = after(lost(), ask(BLUE, 'reset'), T + 70_000);
    expect(after(asked, reply(RED, 'reset', true), T + 70_001).header.offlinePlayerSurrendered).toBeNull();
  });
});

describe('an outage of the service', () => {
  const compensate = (outage: string, ms: number) => ({ type: 'compensate', outage, ms }) as const;

  test('compensates the side to move alone', () => {
    const room = after(together(), compensate('o1', 4_000), T);
    expect(room.header).toMatchObject({
      timeLeft: { red: 300_000, blue: 300_000 },
      lastMoveTime: START + 4_000,
    });
    const moved = after(room, moveCommand(0), T + 1_000);
    expect(moved.header.timeLeft).toEqual({ red: 300_000 - 7_000 + 3_000, blue: 300_000 });
  });

  test('compensates once', () => {
    const room = after(together(), compensate('o1', 4_000), T);
    expect(after(room, compensate('o1', 4_000), T + 1)).toBe(room);
    expect(after(room, compensate('o2', 1_000), T + 1).header.lastMoveTime).toBe(START + 5_000);
  });

  test('compensates at most the elapsed time and 60 s', () => {
    expect(after(together(), compensate('o1', 40_000), T).header.lastMoveTime).toBe(T);
    expect(after(together(), compensate('o1', 900_000), START + 200_000).header.lastMoveTime).toBe(
      START + 60_000,
    );
  });

  test('changes nothing before and after a game', () => {
    for (const room of [lost(), after(null, join(RED), START)]) {
      expect(after(room, compensate('o1', 4_000), T + 90_000)).toBe(room);
    }
    expect(refusal(null, compensate('o1', 4_000), T)).toBe('ROOM_NOT_FOUND');
  });
});

describe('lag', () => {
  const late = (lag: number, past: number) =>
    decide(together(), 'r', moveCommand(0, { lag }), START + 300_000 + past);

  test.each([
    ['within the quota', 500, 499],
    ['below the quota', 200, 199],
  ])('accepts a move just after the deadline if its lag is %s', (_, lag, past) => {
    const decided = late(lag, past);
    expect(decided).toMatchObject({ ok: true, value: { events: [{ type: 'moveMade', lag }] } });
    expect(decided.ok && decided.value.room.header).toMatchObject({
      timeLeft: { red: lag - past + 3_000, blue: 300_000 },
      lastMoveTime: START + 300_000 + past,
    });
  });

  test.each([
    ['no lag was measured', 0, 0],
    ['the lag is smaller', 200, 200],
    ['the quota is smaller', 2_000, 500],
  ])('loses on time after the deadline if %s', (_, lag, past) => {
    expect(late(lag, past)).toMatchObject({
      ok: true,
      value: { refusal: 'TIME_UP', events: [{ endReason: 'TIME_UP', winner: 'blue' }] },
    });
  });

  test('beyond the elapsed time is not compensated and uses no quota', () => {
    const room = after(together(), moveCommand(0, { lag: 400 }), START + 150);
    expect(room).toMatchObject({
      header: { timeLeft: { red: 303_000 } },
      lagQuota: { red: 450, blue: 500 },
    });
  });

  test('uses the quota of its side, which grows with that side’s moves', () => {
    let room = together();
    for (let ply = 0; ply < 5; ply++) {
      room = after(room, moveCommand(ply, { lag: ply % 2 === 0 ? 400 : 0 }), START + (ply + 1) * 1_000);
    }
    expect(room.lagQuota).toEqual({ red: 100, blue: 700 });
  });
});

describe('replacing a player', () => {
  const replace = { type: 'replacePlayer', userId: RED, by: SPECTATOR } as const;

  test('gives the seat, offers lapse, and the new player counts as offline until the connection is reported', () => {
    const watched = after(together(), join(SPECTATOR), T);
    const asked = after(after(watched, moveCommand(0), T), ask(RED, 'draw'), T);
    const { header, game } = after(asked, replace, T + 1_000);
    expect(header).toMatchObject({
      players: [SPECTATOR, BLUE],
      createdBy: SPECTATOR,
      spectators: [],
      drawRequester: null,
      offlineSince: { red: T + 1_000, blue: null },
    });
    expect(game).toEqual(asked.game);
    expect(after(after(asked, replace, T + 1_000), replace, T + 2_000).header.players).toEqual([
      SPECTATOR,
      BLUE,
    ]);
  });

  test('changes nothing for the opponent or a user without a seat', () => {
    const room = together();
    for (const command of [
      { ...replace, by: BLUE },
      { ...replace, userId: SPECTATOR },
    ])
      expect(after(room, command, T)).toBe(room);
  });
});
