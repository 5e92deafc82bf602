import type { TableChoices } from '@doushouqi/protocol';
import { formatFen } from '@doushouqi/rules';
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
import {
  decodeRoom,
  encodeRoom,
  gameToArchive,
  maySee,
  type Room,
  type RoomChoices,
  snapshotOf,
  turnOf,
  viewOfSnapshot,
} from '../index.ts';

/** A rat of each side, blue to move. */
const POSITION = '7/7/3r3/7/7/7/7/3R3/7 b';
const OPEN: TableChoices = { color: 'red', undo: true, spectators: true, start: null };

function opened(table: Partial<TableChoices>, timeControl?: RoomChoices['timeControl']): Room {
  const choices = { timeControl, table: { ...OPEN, ...table } };
  return after(null, { type: 'join', userId: RED, newGameId: 'g1', choices }, START);
}
function seated(room: Room, drawn: 'red' | 'blue' = 'red'): Room {
  return after(room, { type: 'join', userId: BLUE, newGameId: 'g1', drawn }, START);
}
function rematch(room: Room): Room {
  return after(after(room, ask(RED, 'reset'), START), reply(BLUE, 'reset', true), START);
}

describe('the color of the creator', () => {
  test.each([
    ['red', 'blue', [RED, BLUE]],
    ['blue', 'red', [BLUE, RED]],
    ['random', 'red', [RED, BLUE]],
    ['random', 'blue', [BLUE, RED]],
  ] as const)('is %s, drawn %s', (color, drawn, players) => {
    const room = after(opened({ color }), here(RED), START);
    const { header } = seated(room, drawn);
    expect(header.players).toEqual(players);
    // The second player has not connected yet.
    const side = players[0] === BLUE ? 'red' : 'blue';
    expect(header.offlineSince).toEqual({ red: null, blue: null, [side]: START });
  });

  test('swaps in a rematch, not by a reset of the running game', () => {
    const over = (room: Room) => after(room, { type: 'surrender', userId: RED }, START);
    const first = seated(opened({ color: 'blue' }));
    expect(rematch(over(first)).header.players).toEqual([RED, BLUE]);
    expect(rematch(over(playingRoom())).header.players).toEqual([BLUE, RED]);
    expect(rematch(first).header.players).toEqual([BLUE, RED]);
    expect(rematch(playingRoom()).header.players).toEqual([RED, BLUE]);
  });
});

describe('a room without undo', () => {
  test('refuses an undo and allows a draw', () => {
    const room = after(seated(opened({ undo: false })), moveCommand(0), START);
    expect(refusal(room, ask(RED, 'undo'), START)).toBe('NOT_IN_THIS_ROOM');
    expect(refusal(room, ask(RED, 'draw'), START)).toBeNull();
  });
});

describe('a room without spectators', () => {
  const room = seated(opened({ spectators: false }));

  test('refuses other users and shows them nothing', () => {
    expect(refusal(room, join(SPECTATOR), START)).toBe('SPECTATORS_CLOSED');
    const joined = { type: 'spectators', joined: [SPECTATOR], left: [] } as const;
    expect(after(room, joined, START)).toBe(room);
    expect([RED, BLUE, SPECTATOR, null].map((userId) => maySee(room.header, userId))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('has no spectators of an earlier game in its number', () => {
    const watched = after(seated(opened({})), { type: 'spectators', joined: [SPECTATOR], left: [] }, START);
    const left = [RED, BLUE].reduce((at, userId) => after(at, { type: 'leave', userId }, START), watched);
    const choices = { table: { ...OPEN, spectators: false } };
    const reopened = after(left, { type: 'join', userId: RED, newGameId: 'g2', choices }, START);
    expect(reopened.header).toMatchObject({ players: [RED], spectators: [] });
  });

  test('shows its choices while it waits', () => {
    expect(maySee(opened({ spectators: false }).header, SPECTATOR)).toBe(true);
  });
});

describe('a room with a position', () => {
  const room = seated(opened({ start: POSITION }));

  test('starts each game from it', () => {
    expect([formatFen(room.game.start), turnOf(room)]).toEqual([POSITION, 'blue']);
    expect(formatFen(rematch(room).game.start)).toBe(POSITION);
    expect(formatFen(opened({ start: POSITION }).game.start)).toBe(POSITION);
  });

  test('is stored, sent and archived with it', () => {
    const step = { from: { x: 3, y: 2 }, to: { x: 3, y: 1 } };
    const moved = after(room, { type: 'move', userId: BLUE, side: 'blue', ...step }, START);
    expect(decodeRoom(encodeRoom(moved))).toEqual(moved);
    expect(viewOfSnapshot(snapshotOf(moved, START))?.game).toEqual(moved.game);
    const over = after(moved, { type: 'surrender', userId: RED }, START);
    expect(gameToArchive(moved, over)).toMatchObject({ start: POSITION, winner: 2 });
  });
});

describe('the choices', () => {
  test('of a user who joins do not count', () => {
    const choices = { timeControl: null, table: { ...OPEN, undo: false } };
    const joined = after(opened({}), { type: 'join', userId: BLUE, newGameId: 'g1', choices }, START);
    expect(joined.header).toMatchObject({ timeControl: { initial: 5, increment: 3 }, table: OPEN });
  });

  test('end with the room', () => {
    const left = after(opened({ undo: false }, null), { type: 'leave', userId: RED }, START);
    expect(after(left, join(BLUE), START).header).toMatchObject({
      table: null,
      timeControl: { initial: 5, increment: 3 },
    });
    const played = after(seated(opened({ undo: false })), { type: 'leave', userId: RED }, START);
    const empty = after(played, { type: 'leave', userId: BLUE }, START);
    expect(after(empty, join(SPECTATOR), START).header.table).toBeNull();
  });
});
