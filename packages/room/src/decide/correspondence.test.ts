import { DAY_MS, DAYS_PER_MOVE, type DaysPerMove, GUEST_LIFE } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import {
  after,
  ask,
  BLUE,
  here,
  join,
  moveCommand,
  RED,
  refusal,
  reply,
  START,
} from '../../test/fixtures.ts';
import {
  absenceDeadline,
  decide,
  decodeRoom,
  earliestVerdict,
  encodeRoom,
  gameToArchive,
  type Room,
  reminderTime,
  snapshotOf,
  viewOfSnapshot,
} from '../index.ts';

const CHECK = { type: 'check' } as const;
const HOUR_MS = 3_600_000;

function opened(daysPerMove?: DaysPerMove): Room {
  const choices = { timeControl: null, daysPerMove, table: null };
  return after(null, { type: 'join', userId: RED, newGameId: 'g1', choices }, START);
}
function game(daysPerMove?: DaysPerMove): Room {
  return after(opened(daysPerMove), join(BLUE), START);
}
/** The first moves of both sides, after an hour and after two. */
function begun(daysPerMove?: DaysPerMove): Room {
  return after(
    after(game(daysPerMove), moveCommand(0), START + HOUR_MS),
    moveCommand(1),
    START + 2 * HOUR_MS,
  );
}

describe('a room without clocks', () => {
  test.each([undefined, ...DAYS_PER_MOVE])('gives %s days for each move', (days) => {
    const room = game(days);
    const daysPerMove = days ?? 3;
    const deadline = START + daysPerMove * DAY_MS;
    const header = { timeControl: null, daysPerMove, timeLeft: { red: 0, blue: 0 }, lastMoveTime: null };
    expect(room.header).toMatchObject({ ...header, status: 'playing', moveDeadline: deadline });
    expect(earliestVerdict(room, START)).toBe(deadline);
    const moved = after(room, moveCommand(0), START + HOUR_MS);
    expect(moved.header).toMatchObject({ ...header, moveDeadline: deadline + HOUR_MS });
  });

  test('has no deadline while it waits, and none with clocks', () => {
    expect(opened(1).header).toMatchObject({ daysPerMove: 1, moveDeadline: null });
    const timed = after(opened(1), { type: 'setTimeControl', userId: RED, initial: 5, increment: 3 }, START);
    expect(timed.header).toMatchObject({ daysPerMove: null, moveDeadline: null });
    expect(after(timed, join(BLUE), START).header).toMatchObject({ daysPerMove: null, moveDeadline: null });
    const choices = { daysPerMove: 7, table: null } as const;
    const other = after(null, { type: 'join', userId: RED, newGameId: 'g1', choices }, START);
    expect(other.header).toMatchObject({ timeControl: { initial: 5 }, daysPerMove: null });
  });

  test('is sent and stored with both', () => {
    const room = begun(7);
    expect(viewOfSnapshot(snapshotOf(room, START))?.header).toEqual(room.header);
    expect(decodeRoom(encodeRoom(room))).toEqual(room);
  });

  test.each([
    ['before a move', game(), START + 3 * DAY_MS],
    ['after moves', begun(), START + 2 * HOUR_MS + 3 * DAY_MS],
  ])('of an older version has three days from its last move on: %s', (_, room, moveDeadline) => {
    const { header, ...stored } = JSON.parse(encodeRoom(room));
    const { daysPerMove: _days, moveDeadline: _at, ...old } = header;
    expect(decodeRoom(JSON.stringify({ ...stored, header: old })).header).toMatchObject({
      daysPerMove: 3,
      moveDeadline,
    });
  });

  test('of a guest, whose account lives longer than the longest wait for a move', () => {
    // Both turns of a round, since the guest visits at the own one.
    expect(2 * Math.max(...DAYS_PER_MOVE) * DAY_MS).toBeLessThan(GUEST_LIFE);
  });
});

describe('the deadline of a move', () => {
  const room = begun(1);
  const deadline = START + 2 * HOUR_MS + DAY_MS;

  test('ends the game against the side to move', () => {
    expect(after(room, CHECK, deadline - 1)).toBe(room);
    const over = after(room, CHECK, deadline);
    expect(over.header).toMatchObject({
      status: 'over',
      winner: 'blue',
      endReason: 'TIME_UP',
      moveDeadline: null,
    });
    expect(gameToArchive(room, over)).toMatchObject({ timeControl: null, winner: 2, endReason: 'TIME_UP' });
  });

  test('can be claimed by the opponent, not before', () => {
    const flag = { type: 'flag', userId: BLUE } as const;
    expect(refusal(room, flag, deadline - 1)).toBe('NOT_FLAGGED');
    expect(after(room, flag, deadline).header.endReason).toBe('TIME_UP');
  });

  test('refuses a later move, whatever its lag', () => {
    const late = decide(room, 'r', moveCommand(2, { lag: 60_000 }), deadline);
    expect(late).toMatchObject({
      ok: true,
      value: { refusal: 'TIME_UP', room: { header: { winner: 'blue' } } },
    });
    expect(after(room, moveCommand(2), deadline - 1).header.ply).toBe(3);
  });

  test.each([
    ['red', game(1), START + DAY_MS, RED],
    ['blue', after(game(1), moveCommand(0), START + HOUR_MS), START + HOUR_MS + DAY_MS, BLUE],
  ])('aborts a game in which %s has not moved', (_, unmoved, at, abortedBy) => {
    expect(after(unmoved, CHECK, at - 1)).toBe(unmoved);
    expect(after(unmoved, CHECK, at).header).toMatchObject({
      status: 'aborted',
      winner: null,
      abortedBy,
      moveDeadline: null,
    });
  });

  test('starts again with an undo, a reset and a rematch', () => {
    const now = START + 20 * HOUR_MS;
    const undone = after(after(room, ask(RED, 'undo'), now), reply(BLUE, 'undo', true), now + 1);
    expect(undone.header).toMatchObject({ ply: 0, moveDeadline: now + 1 + DAY_MS });
    expect(undone.game).toEqual(game().game);
    const reset = after(after(room, ask(RED, 'reset'), now), reply(BLUE, 'reset', true), now + 1);
    expect(reset.header).toMatchObject({ ply: 0, moveDeadline: now + 1 + DAY_MS });
    const over = after(room, { type: 'surrender', userId: RED }, now);
    expect(over.header.moveDeadline).toBeNull();
    const again = after(after(over, ask(RED, 'reset'), now), reply(BLUE, 'reset', true), now + 1);
    expect(again.header).toMatchObject({ daysPerMove: 1, moveDeadline: now + 1 + DAY_MS });
  });

  test('does not change by messages, offers and connections', () => {
    const talked = [
      { type: 'say', userId: RED, content: '你好' } as const,
      ask(BLUE, 'draw'),
      reply(RED, 'draw', false),
      here(RED),
      here(RED, false),
    ].reduce((at, command) => after(at, command, START + 5 * HOUR_MS), room);
    expect(talked.header.moveDeadline).toBe(deadline);
  });

  test('is compensated for a restored backup, not for an outage of the service', () => {
    const outage = { type: 'compensate', outage: 'o', ms: 60_000 } as const;
    expect(after(room, outage, START + 3 * HOUR_MS)).toBe(room);
    const restored = { ...outage, ms: 2 * DAY_MS, most: Number.POSITIVE_INFINITY };
    const given = after(room, restored, START + 3 * DAY_MS);
    expect(given.header.moveDeadline).toBe(deadline + 2 * DAY_MS);
    expect(after(given, restored, START + 3 * DAY_MS)).toBe(given);
  });

  test.each([
    [1, 4],
    [3, 12],
    [7, 28],
  ] as const)('of %i days has its reminder %i hours before', (days, hours) => {
    const { header } = begun(days);
    expect(header.moveDeadline! - reminderTime(header)!).toBe(hours * HOUR_MS);
    expect(reminderTime(opened(days).header)).toBeNull();
  });
});

describe('players of a correspondence game who are away', () => {
  const room = after(after(begun(), here(RED), START + 2 * HOUR_MS), here(BLUE), START + 2 * HOUR_MS);
  const awayAt = START + 3 * HOUR_MS;
  const redAway = after(room, here(RED, false), awayAt);
  const bothAway = after(redAway, here(BLUE, false), awayAt);

  test.each([
    ['one', redAway],
    ['both', bothAway],
  ])('lose nothing before the deadline: %s', (_, away) => {
    expect(absenceDeadline(away.header)).toBeNull();
    expect(after(away, CHECK, START + 3 * DAY_MS)).toBe(away);
  });

  test('were last seen when they went, also after the opponent returned', () => {
    const back = after(bothAway, here(BLUE), START + DAY_MS);
    expect(back.header.offlineSince).toEqual({ red: awayAt, blue: null });
    const creatorAway = after(after(opened(), here(RED), START), here(RED, false), START + 1);
    const joined = after(creatorAway, join(BLUE), START + DAY_MS);
    expect(joined.header.offlineSince).toEqual({ red: START + 1, blue: START + DAY_MS });
  });

  test('keep their seats if they leave the running game', () => {
    expect(after(room, { type: 'leave', userId: RED }, awayAt)).toBe(room);
    expect(after(room, join(RED), awayAt)).toBe(room);
    const over = after(room, { type: 'surrender', userId: RED }, awayAt);
    expect(after(over, { type: 'leave', userId: RED }, awayAt).header.departed).toEqual([RED]);
  });

  test('of a waiting room free it if they leave', () => {
    expect(after(opened(), { type: 'leave', userId: RED }, START).header.players).toEqual([]);
  });
});
