import {
  ARRIVAL_TIME,
  BOT_FIRST_MOVE_TIME,
  FIRST_MOVE_TIME,
  MAX_DRAW_OFFERS,
  OFFER_COOLDOWN,
} from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import {
  after,
  arrive,
  ask,
  BLUE,
  here,
  join,
  moveCommand,
  pair,
  playingRoom,
  RED,
  refusal,
  reply,
  roomAfter,
  SPECTATOR,
  START,
} from '../../test/fixtures.ts';
import {
  decide,
  decodeRoom,
  drawOffersLeft,
  earliestAbort,
  earliestVerdict,
  encodeRoom,
  firstMoveDeadline,
  gameToArchive,
  moveTimesOf,
  type Room,
  type RoomCommand,
  snapshotOf,
} from '../index.ts';

const LATE = START + FIRST_MOVE_TIME;
const check: RoomCommand = { type: 'check' };
function surrender(userId: string): RoomCommand {
  return { type: 'surrender', userId };
}
function leave(userId: string): RoomCommand {
  return { type: 'leave', userId };
}

describe('the room of a pair', () => {
  test('is created with both players and a running game', () => {
    const room = after(null, pair('rated', { timeControl: { initial: 10, increment: 5 } }), START);
    expect(room).toMatchObject({
      v: 1,
      header: {
        kind: 'rated',
        gameId: 'p1',
        status: 'playing',
        players: [RED, BLUE],
        timeControl: { initial: 10, increment: 5 },
        timeLeft: { red: 600_000, blue: 600_000 },
        lastMoveTime: START + ARRIVAL_TIME,
        awaited: ['red', 'blue'],
        offlineSince: { red: START, blue: START },
      },
    });
  });

  test('is created once, and not in a used room', () => {
    const room = roomAfter(3, 'rated');
    expect(decide(room, 'r', pair('rated'), START + 9_000)).toEqual({
      ok: true,
      value: { room, events: [], v: room.v },
    });
    expect(refusal(room, pair('rated', { gameId: 'p2' }), START)).toBe('ROOM_TAKEN');
    expect(refusal(after(null, join(RED), START), pair('rated'), START)).toBe('ROOM_TAKEN');
  });

  test('keeps the sides for the game after an aborted one', () => {
    let room = after(playingRoom('ratedBot'), surrender(RED), START + 1_000);
    room = after(room, ask(RED, 'reset'), START + 2_000);
    room = after(room, reply(BLUE, 'reset', true, 'p2'), START + 3_000);
    expect(room.header).toMatchObject({ gameId: 'p2', status: 'playing', players: [RED, BLUE] });
  });

  test('swaps the sides for the next game, including who is offline', () => {
    let room = after(roomAfter(2, 'rated'), surrender(BLUE), START + 3_000);
    room = after(room, ask(BLUE, 'reset'), START + 4_000);
    room = after(room, here(RED, false), START + 5_000);
    room = after(room, reply(RED, 'reset', true, 'p2'), START + 6_000);
    expect(room.header).toMatchObject({
      gameId: 'p2',
      kind: 'rated',
      status: 'playing',
      players: [BLUE, RED],
      offlineSince: { red: null, blue: START + 6_000 },
    });
    const moved = after(room, { ...moveCommand(0), userId: BLUE }, START + 7_000);
    expect(moved.header.ply).toBe(1);
  });
});

describe('the first-move deadline', () => {
  const redMoved = after(playingRoom('rated'), moveCommand(0), LATE - 1);

  test.each<[string, Room, number | null]>([
    ['of red is 20 s after the start', playingRoom('rated'), LATE],
    ['of blue is 20 s after red’s move', redMoved, LATE - 1 + FIRST_MOVE_TIME],
    ['is 60 s after the start against a bot', playingRoom('bot'), START + BOT_FIRST_MOVE_TIME],
    [
      'is 60 s after the start in a game for the bots’ ladder',
      playingRoom('ratedBot'),
      START + BOT_FIRST_MOVE_TIME,
    ],
    ['is null in a casual room', playingRoom(), null],
  ])('%s', (_, room, at) => {
    expect(firstMoveDeadline(room)).toBe(at);
    const { lastMoveTime } = room.header;
    expect(earliestVerdict(room, lastMoveTime ?? 0)).toBe(at ?? START + 300_000);
  });

  test('is null after both first moves', () => {
    expect(firstMoveDeadline(roomAfter(2, 'rated'))).toBeNull();
  });

  test.each<[string, RoomCommand]>([
    ['a job or the sweeper', check],
    ['a claim of the opponent', { type: 'flag', userId: BLUE }],
    ['a claim of the late player', { type: 'flag', userId: RED }],
    ['a later surrender', surrender(BLUE)],
  ])('lets %s abort the game', (_, command) => {
    const room = playingRoom('rated');
    const early = decide(room, 'r', { type: 'flag', userId: BLUE }, LATE - 1);
    expect(early).toEqual({ ok: false, error: 'NOT_FLAGGED' });
    expect(after(room, check, LATE - 1)).toBe(room);
    expect(after(room, command, LATE).header).toMatchObject({
      status: 'aborted',
      winner: null,
      endReason: 'NONE',
      abortedBy: RED,
      lastMoveTime: null,
    });
  });

  test.each([
    ['red', playingRoom('bot'), START, RED],
    ['blue', after(playingRoom('bot'), moveCommand(0), START + 1_000), START + 1_000, BLUE],
  ])('of a game against a bot names %s, who did not move, after 60 s', (_, room, from, abortedBy) => {
    expect(after(room, check, from + BOT_FIRST_MOVE_TIME - 1)).toBe(room);
    const aborted = after(room, check, from + BOT_FIRST_MOVE_TIME);
    expect(aborted.header).toMatchObject({ status: 'aborted', abortedBy });
    expect(snapshotOf(aborted, START).abortedBy).toBe(abortedBy);
  });

  test('refuses a later first move and aborts the game', () => {
    const decided = decide(redMoved, 'r', moveCommand(1), LATE - 1 + FIRST_MOVE_TIME);
    expect(decided).toMatchObject({
      ok: true,
      value: { refusal: 'GAME_ABORTED', room: { header: { status: 'aborted', abortedBy: BLUE, ply: 1 } } },
    });
  });

  test('accepts a first move whose lag the quota covers', () => {
    expect(after(playingRoom('rated'), moveCommand(0, { lag: 400 }), LATE + 300).header.ply).toBe(1);
    expect(refusal(playingRoom('rated'), moveCommand(0, { lag: 5_000 }), LATE + 600)).toBe('GAME_ABORTED');
  });

  test('is extended by an outage of the service', () => {
    const outage: RoomCommand = { type: 'compensate', outage: 'o', ms: 7_000 };
    const room = after(playingRoom('rated'), outage, LATE - 1);
    expect(after(room, check, LATE + 6_999)).toBe(room);
    expect(after(room, check, LATE + 7_000).header.status).toBe('aborted');
  });

  test('an offline player aborts instead of losing before the first own move', () => {
    let room = after(playingRoom('rated'), here(RED, false), START + 1);
    for (const [i, at] of [10_000, 29_000, 48_000].entries()) {
      room = after(room, { type: 'compensate', outage: `o${i}`, ms: 19_000 }, START + at);
    }
    expect(after(room, check, START + 60_001).header).toMatchObject({
      status: 'aborted',
      abortedBy: RED,
      offlinePlayerSurrendered: null,
    });
  });
});

describe('the clock of a first move waits for its player', () => {
  const made = after(null, pair('rated'), START);

  test('until the player arrives', () => {
    const room = after(made, arrive(RED), START + 11_000);
    expect(room.header).toMatchObject({ awaited: ['blue'], lastMoveTime: START + 11_000 });
    expect(firstMoveDeadline(room)).toBe(START + 11_000 + FIRST_MOVE_TIME);
    const moved = after(after(room, arrive(BLUE), START + 12_000), moveCommand(0), START + 20_000);
    expect(moved.header).toMatchObject({ awaited: [], lastMoveTime: START + 20_000 });
    // Red is charged nine seconds and gets the increment.
    expect(moved.header.timeLeft).toEqual({ red: 294_000, blue: 300_000 });
  });

  test('also for blue after red’s move, which is recorded at its own time', () => {
    const moved = after(after(made, arrive(RED), START + 2_000), moveCommand(0), START + 4_000);
    expect(moved.header).toMatchObject({ awaited: ['blue'], lastMoveTime: START + ARRIVAL_TIME });
    expect(moveTimesOf(moved)).toEqual([4_000]);
    const arrived = after(moved, arrive(BLUE), START + 9_000);
    expect(arrived.header).toMatchObject({ awaited: [], lastMoveTime: START + 9_000 });
  });

  test('for at most 30 seconds', () => {
    const deadline = START + ARRIVAL_TIME + FIRST_MOVE_TIME;
    expect(firstMoveDeadline(made)).toBe(deadline);
    expect(after(made, check, deadline - 1)).toBe(made);
    expect(after(made, check, deadline).header).toMatchObject({ status: 'aborted', abortedBy: RED });
    // A later arrival does not change the deadline.
    const late = after(made, arrive(RED), START + ARRIVAL_TIME + 5_000);
    expect(firstMoveDeadline(late)).toBe(deadline);
  });

  test('and charges nothing for a move before the arrival, as from an older client', () => {
    const moved = after(made, moveCommand(0), START + 3_000);
    expect(moved.header.timeLeft).toEqual({ red: 303_000, blue: 300_000 });
    expect(after(moved, moveCommand(1), START + 5_000).header.timeLeft.blue).toBe(303_000);
  });

  test('and the earliest check covers every time of arrival', () => {
    expect(earliestVerdict(made, START)).toBe(START + FIRST_MOVE_TIME);
    expect(earliestAbort(made, START + 20_000)).toBe(START + 40_000);
    expect(earliestAbort(made, START + 40_000)).toBe(START + 50_000);
  });

  test('once: further arrivals, spectators and casual rooms change nothing', () => {
    const room = after(made, arrive(RED), START + 1_000);
    expect(after(room, arrive(RED), START + 2_000)).toBe(room);
    expect(refusal(room, arrive(SPECTATOR), START + 2_000)).toBe('NOT_A_PLAYER');
    const casual = playingRoom();
    expect(after(casual, arrive(RED), START)).toBe(casual);
  });

  test('but not in a rematch, whose players are there', () => {
    let room = after(after(made, surrender(RED), START), ask(RED, 'reset'), START + 1_000);
    room = after(room, reply(BLUE, 'reset', true, 'p2'), START + 2_000);
    expect(room.header).toMatchObject({ awaited: [], lastMoveTime: START + 2_000 });
  });
});

describe('giving up', () => {
  test.each<[string, number, RoomCommand, object]>([
    ['by red before any move aborts', 0, surrender(RED), { status: 'aborted', abortedBy: RED }],
    [
      'by blue leaving before any move aborts',
      0,
      leave(BLUE),
      { status: 'aborted', abortedBy: BLUE, departed: [BLUE] },
    ],
    ['by blue before blue’s first move aborts', 1, surrender(BLUE), { status: 'aborted', abortedBy: BLUE }],
    [
      'by red after red’s first move loses',
      1,
      surrender(RED),
      { status: 'over', winner: 'blue', abortedBy: null },
    ],
    [
      'by red leaving after red’s first move loses',
      1,
      leave(RED),
      { status: 'over', winner: 'blue', abortedBy: null },
    ],
    [
      'by blue after blue’s first move loses',
      2,
      surrender(BLUE),
      { status: 'over', winner: 'red', abortedBy: null },
    ],
  ])('%s', (_, plies, command, expected) => {
    expect(after(roomAfter(plies, 'rated'), command, START + 3_000).header).toMatchObject(expected);
  });

  test('loses in a casual room before any move', () => {
    expect(after(roomAfter(0), surrender(RED), START + 3_000).header.winner).toBe('blue');
  });
});

describe('draw offers', () => {
  function offered(kind: 'paired' | 'rated', times: number): Room {
    let room = roomAfter(2, kind);
    for (let n = 0; n < times; n++) {
      const now = START + 3_000 + n * OFFER_COOLDOWN;
      room = after(room, ask(RED, 'draw'), now);
      room = after(room, reply(BLUE, 'draw', false), now + 1);
    }
    return room;
  }
  const later = START + 3_000 + 4 * OFFER_COOLDOWN;

  test('are limited to three for each player of a rated game, not counting acceptance', () => {
    const room = offered('rated', MAX_DRAW_OFFERS);
    expect(drawOffersLeft(room.header, 'red')).toBe(0);
    expect(drawOffersLeft(room.header, 'blue')).toBe(MAX_DRAW_OFFERS);
    expect(refusal(room, ask(RED, 'draw'), later)).toBe('NO_DRAW_OFFERS_LEFT');
    const asked = after(room, ask(BLUE, 'draw'), later);
    expect(after(asked, ask(RED, 'draw'), later + 1).header).toMatchObject({
      status: 'over',
      winner: 'draw',
    });
  });

  test('are unlimited in a paired game', () => {
    const room = offered('paired', MAX_DRAW_OFFERS);
    expect(drawOffersLeft(room.header, 'red')).toBeNull();
    expect(refusal(room, ask(RED, 'draw'), later)).toBeNull();
  });

  test('are reset with the next game', () => {
    const over = after(offered('rated', 2), surrender(RED), later);
    const again = after(after(over, ask(RED, 'reset'), later), reply(BLUE, 'reset', true), later);
    expect(again.header.drawOffers).toEqual({ red: 0, blue: 0 });
  });
});

describe('an archived game', () => {
  test('names the user who aborted it', () => {
    const before = playingRoom('rated');
    expect(gameToArchive(before, after(before, check, LATE))).toMatchObject({
      gameId: 'p1',
      kind: 'rated',
      winner: -1,
      endReason: 'NONE',
      abortedBy: RED,
      endTime: LATE,
      moveTimes: [],
      lags: [],
    });
  });

  test.each<[string, RoomCommand, number, string | undefined]>([
    ['names a user who left', leave(BLUE), 3_000, BLUE],
    ['does not name a user who surrendered', surrender(BLUE), 3_000, undefined],
    ['names a user who was offline too long', check, 63_000, BLUE],
  ])('%s', (_, command, at, leftBy) => {
    const before = after(roomAfter(3, 'rated'), here(BLUE, false), START + 3_000);
    const game = gameToArchive(before, after(before, command, START + at));
    expect(game).toMatchObject({ winner: 1, kind: 'rated' });
    expect(game?.leftBy).toBe(leftBy);
    expect(game).not.toHaveProperty('abortedBy');
  });

  test('has the measured lag of each move, without undone moves', () => {
    let room = playingRoom('paired');
    for (const [ply, lag] of [40.6, 2_000, 0].entries()) {
      room = after(room, moveCommand(ply, { lag }), START + (ply + 1) * 3_000);
    }
    const lagsOf = (was: Room) => gameToArchive(was, after(was, surrender(RED), START + 20_000))?.lags;
    expect(lagsOf(room)).toEqual([40, 2_000, 0]);
    const undone = after(
      after(room, ask(RED, 'undo'), START + 12_000),
      reply(BLUE, 'undo', true),
      START + 12_001,
    );
    expect(lagsOf(undone)).toEqual([40, 2_000]);
  });
});

test('continues and archives a room stored before paired games existed', () => {
  const stored = JSON.parse(encodeRoom(roomAfter(2)));
  const { abortedBy: _abortedBy, drawOffers: _drawOffers, ...header } = stored.header;
  const { lags: _lags, ...older } = stored;
  const room = decodeRoom(JSON.stringify({ ...older, header }));
  expect(room.header).toMatchObject({ abortedBy: null, drawOffers: { red: 0, blue: 0 } });
  const asked = after(after(room, ask(RED, 'draw'), START + 3_000), moveCommand(2), START + 4_000);
  expect(asked.header).toMatchObject({ drawOffers: { red: 1, blue: 0 }, ply: 3 });
  const game = gameToArchive(asked, after(asked, surrender(BLUE), START + 5_000));
  expect(game).toMatchObject({ kind: 'casual', lags: [], moveTimes: [1_000, 2_000, 4_000] });
});
