import { ARRIVAL_TIME, FIRST_MOVE_TIME, MAX_DRAW_OFFERS, OFFER_COOLDOWN } from '@doushouqi/protocol';
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
  START,
  WATCHER,
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
} from '../index.ts';

const LATE = START + FIRST_MOVE_TIME;
const look: RoomCommand = { type: 'look' };
function surrender(userId: string): RoomCommand {
  return { type: 'surrender', userId };
}
function leave(userId: string): RoomCommand {
  return { type: 'leave', userId };
}

describe('a room for a pair', () => {
  test('is made with both in it and the game begun', () => {
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

  test('is made once, however often that is asked, and not where something else was', () => {
    const room = roomAfter(3, 'rated');
    expect(decide(room, 'r', pair('rated'), START + 9_000)).toEqual({
      ok: true,
      value: { room, events: [], v: room.v },
    });
    expect(refusal(room, pair('rated', { gameId: 'p2' }), START)).toBe('ROOM_TAKEN');
    expect(refusal(after(null, join(RED), START), pair('rated'), START)).toBe('ROOM_TAKEN');
  });

  test('swaps the colours for the next game, and with them who is away', () => {
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

  test('a casual room does not swap them', () => {
    const over = after(roomAfter(2), surrender(BLUE), START + 3_000);
    const again = after(over, ask(BLUE, 'reset'), START + 4_000);
    expect(after(again, reply(RED, 'reset', true), START + 5_000).header.players).toEqual([RED, BLUE]);
  });
});

describe('the first move of each side is due in 20 seconds', () => {
  const redMoved = after(playingRoom('rated'), moveCommand(0), LATE - 1);

  test.each<[string, Room, number | null]>([
    ['red’s, from the start', playingRoom('rated'), LATE],
    ['blue’s, from red’s move', redMoved, LATE - 1 + FIRST_MOVE_TIME],
    ['none in a casual room', playingRoom(), null],
  ])('%s', (_, room, at) => {
    expect(firstMoveDeadline(room)).toBe(at);
    const { lastMoveTime } = room.header;
    expect(earliestVerdict(room, lastMoveTime ?? 0)).toBe(at ?? START + 300_000);
  });

  test('none is when both have moved', () => {
    expect(firstMoveDeadline(roomAfter(2, 'rated'))).toBeNull();
  });

  test.each<[string, RoomCommand]>([
    ['a job or the sweeper', look],
    ['the opponent’s claim', { type: 'flag', userId: BLUE }],
    ['the own claim', { type: 'flag', userId: RED }],
    ['a surrender that comes after it', surrender(BLUE)],
  ])('late, the game is aborted by %s', (_, command) => {
    const room = playingRoom('rated');
    const early = decide(room, 'r', { type: 'flag', userId: BLUE }, LATE - 1);
    expect(early).toEqual({ ok: false, error: 'NOT_FLAGGED' });
    expect(after(room, look, LATE - 1)).toBe(room);
    expect(after(room, command, LATE).header).toMatchObject({
      status: 'aborted',
      winner: null,
      endReason: 'NONE',
      abortedBy: RED,
      lastMoveTime: null,
    });
  });

  test('a first move that comes too late is refused, and brings the verdict', () => {
    const decided = decide(redMoved, 'r', moveCommand(1), LATE - 1 + FIRST_MOVE_TIME);
    expect(decided).toMatchObject({
      ok: true,
      value: { refusal: 'GAME_ABORTED', room: { header: { status: 'aborted', abortedBy: BLUE, ply: 1 } } },
    });
  });

  test('one that the line made late counts, as far as the quota goes', () => {
    expect(after(playingRoom('rated'), moveCommand(0, { lag: 400 }), LATE + 300).header.ply).toBe(1);
    expect(refusal(playingRoom('rated'), moveCommand(0, { lag: 5_000 }), LATE + 600)).toBe('GAME_ABORTED');
  });

  test('an outage of ours gives its time back here as well', () => {
    const outage: RoomCommand = { type: 'giveBack', outage: 'o', ms: 7_000 };
    const room = after(playingRoom('rated'), outage, LATE - 1);
    expect(after(room, look, LATE + 6_999)).toBe(room);
    expect(after(room, look, LATE + 7_000).header.status).toBe('aborted');
  });

  test('who is away without a move of his own has aborted, not lost', () => {
    let room = after(playingRoom('rated'), here(RED, false), START + 1);
    for (const [i, at] of [10_000, 29_000, 48_000].entries()) {
      room = after(room, { type: 'giveBack', outage: `o${i}`, ms: 19_000 }, START + at);
    }
    expect(after(room, look, START + 60_001).header).toMatchObject({
      status: 'aborted',
      abortedBy: RED,
      offlinePlayerSurrendered: null,
    });
  });
});

describe('the clock of a first move waits for its player', () => {
  const made = after(null, pair('rated'), START);

  test('until the player sees the table', () => {
    const room = after(made, arrive(RED), START + 11_000);
    expect(room.header).toMatchObject({ awaited: ['blue'], lastMoveTime: START + 11_000 });
    expect(firstMoveDeadline(room)).toBe(START + 11_000 + FIRST_MOVE_TIME);
    const moved = after(after(room, arrive(BLUE), START + 12_000), moveCommand(0), START + 20_000);
    expect(moved.header).toMatchObject({ awaited: [], lastMoveTime: START + 20_000 });
    // Red pays for nine seconds and gets the increment.
    expect(moved.header.timeLeft).toEqual({ red: 294_000, blue: 300_000 });
  });

  test('blue’s after red’s move, and records that move at its own time', () => {
    const moved = after(after(made, arrive(RED), START + 2_000), moveCommand(0), START + 4_000);
    expect(moved.header).toMatchObject({ awaited: ['blue'], lastMoveTime: START + ARRIVAL_TIME });
    expect(moveTimesOf(moved)).toEqual([4_000]);
    const arrived = after(moved, arrive(BLUE), START + 9_000);
    expect(arrived.header).toMatchObject({ awaited: [], lastMoveTime: START + 9_000 });
  });

  test('30 seconds at most, where no client says that it shows the table', () => {
    const deadline = START + ARRIVAL_TIME + FIRST_MOVE_TIME;
    expect(firstMoveDeadline(made)).toBe(deadline);
    expect(after(made, look, deadline - 1)).toBe(made);
    expect(after(made, look, deadline).header).toMatchObject({ status: 'aborted', abortedBy: RED });
    // An arrival after the bound changes nothing of the time.
    const late = after(made, arrive(RED), START + ARRIVAL_TIME + 5_000);
    expect(firstMoveDeadline(late)).toBe(deadline);
  });

  test('costs nothing when the move comes first, as from an older client', () => {
    const moved = after(made, moveCommand(0), START + 3_000);
    expect(moved.header.timeLeft).toEqual({ red: 303_000, blue: 300_000 });
    expect(after(moved, moveCommand(1), START + 5_000).header.timeLeft.blue).toBe(303_000);
  });

  test('and is looked at in time, whenever the player arrives', () => {
    expect(earliestVerdict(made, START)).toBe(START + FIRST_MOVE_TIME);
    expect(earliestAbort(made, START + 20_000)).toBe(START + 40_000);
    expect(earliestAbort(made, START + 40_000)).toBe(START + 50_000);
  });

  test('once: a second arrival, a spectator’s and one in a casual room change nothing', () => {
    const room = after(made, arrive(RED), START + 1_000);
    expect(after(room, arrive(RED), START + 2_000)).toBe(room);
    expect(refusal(room, arrive(WATCHER), START + 2_000)).toBe('NOT_A_PLAYER');
    const casual = playingRoom();
    expect(after(casual, arrive(RED), START)).toBe(casual);
  });

  test('not in a rematch, as both are there', () => {
    let room = after(after(made, surrender(RED), START), ask(RED, 'reset'), START + 1_000);
    room = after(room, reply(BLUE, 'reset', true, 'p2'), START + 2_000);
    expect(room.header).toMatchObject({ awaited: [], lastMoveTime: START + 2_000 });
  });
});

describe('giving up', () => {
  test.each<[string, number, RoomCommand, object]>([
    ['red before any move aborts', 0, surrender(RED), { status: 'aborted', abortedBy: RED }],
    ['blue before any move, too', 0, leave(BLUE), { status: 'aborted', abortedBy: BLUE, departed: [BLUE] }],
    ['blue before his own first', 1, surrender(BLUE), { status: 'aborted', abortedBy: BLUE }],
    ['red after the own move loses', 1, surrender(RED), { status: 'over', winner: 'blue', abortedBy: null }],
    ['red by leaving, too', 1, leave(RED), { status: 'over', winner: 'blue', abortedBy: null }],
    ['blue after the own move loses', 2, surrender(BLUE), { status: 'over', winner: 'red', abortedBy: null }],
  ])('%s', (_, plies, command, expected) => {
    expect(after(roomAfter(plies, 'rated'), command, START + 3_000).header).toMatchObject(expected);
  });

  test('in a casual room there is nothing to abort', () => {
    expect(after(roomAfter(0), surrender(RED), START + 3_000).header.winner).toBe('blue');
  });
});

describe('draws that a player may offer', () => {
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

  test('are three in a rated game, and agreeing is not one', () => {
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

  test('are as many as they like where nothing is at stake', () => {
    const room = offered('paired', MAX_DRAW_OFFERS);
    expect(drawOffersLeft(room.header, 'red')).toBeNull();
    expect(refusal(room, ask(RED, 'draw'), later)).toBeNull();
  });

  test('begin anew with the next game', () => {
    const over = after(offered('rated', 2), surrender(RED), later);
    const again = after(after(over, ask(RED, 'reset'), later), reply(BLUE, 'reset', true), later);
    expect(again.header.drawOffers).toEqual({ red: 0, blue: 0 });
  });
});

describe('what is kept of a game', () => {
  test('an aborted one is kept with who did it', () => {
    const before = playingRoom('rated');
    expect(gameToArchive(before, after(before, look, LATE))).toMatchObject({
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
    ['left', leave(BLUE), 3_000, BLUE],
    ['surrendered', surrender(BLUE), 3_000, undefined],
    ['stayed away', look, 63_000, BLUE],
  ])('who %s', (_, command, at, leftBy) => {
    const before = after(roomAfter(3, 'rated'), here(BLUE, false), START + 3_000);
    const game = gameToArchive(before, after(before, command, START + at));
    expect(game).toMatchObject({ winner: 1, kind: 'rated' });
    expect(game?.leftBy).toBe(leftBy);
    expect(game).not.toHaveProperty('abortedBy');
  });

  test('the lag of each move as it was measured, not as it was forgiven; without moves taken back', () => {
    let room = playingRoom('paired');
    for (const [ply, lag] of [40.6, 2_000, 0].entries()) {
      room = after(room, moveCommand(ply, { lag }), START + (ply + 1) * 3_000);
    }
    const kept = (was: Room) => gameToArchive(was, after(was, surrender(RED), START + 20_000))?.lags;
    expect(kept(room)).toEqual([40, 2_000, 0]);
    const undone = after(
      after(room, ask(RED, 'undo'), START + 12_000),
      reply(BLUE, 'undo', true),
      START + 12_001,
    );
    expect(kept(undone)).toEqual([40, 2_000]);
  });
});

test('a room that was stored before there were pairs goes on, and its game is kept', () => {
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
