import { formatRecord } from '@doushouqi/rules';
import { describe, expect, test } from 'vitest';
import {
  after,
  ask,
  BLUE,
  CAPTURE_GAME,
  DEN_GAME,
  here,
  join,
  moveCommand,
  playingRoom,
  RED,
  refusal,
  reply,
  roomAfter,
  SPECTATOR,
  START,
} from '../../test/fixtures.ts';
import { cooldownLeft, decide, type OfferKind, type Room } from '../index.ts';

const FIELD = { draw: 'drawRequester', undo: 'undoRequester', reset: 'resetRequester' } as const;
const NONE = { drawRequester: null, undoRequester: null, resetRequester: null };
/** After two plies: red to move, 302 s left on both clocks at START + 2 s. */
const T = START + 3_000;
function asked(kind: OfferKind, room = roomAfter(2)): Room {
  return after(room, ask(RED, kind), T);
}
function over(): Room {
  return after(playingRoom(), { type: 'surrender', userId: RED }, START + 1_000);
}
function left(): Room {
  return after(over(), { type: 'leave', userId: BLUE }, START + 2_000);
}
function recordOf(room: Room): string {
  return formatRecord(room.game);
}

describe.each(['draw', 'undo', 'reset'] as const)('an offer (%s)', (kind) => {
  test('names its requester', () => {
    const lastAction = { type: `${kind}_requested`, by: RED };
    expect(asked(kind).header).toMatchObject({ ...NONE, [FIELD[kind]]: RED, lastAction });
  });

  test('repeated changes nothing', () => {
    const room = asked(kind);
    expect(decide(room, 'r', ask(RED, kind), T + 1)).toEqual({
      ok: true,
      value: { room, events: [], v: room.v },
    });
  });

  test('declined by the opponent leaves the game unchanged', () => {
    const room = asked(kind);
    const declined = after(room, reply(BLUE, kind, false), T + 500);
    const type = { draw: 'draw_declined', undo: 'undo_rejected', reset: 'reset_rejected' }[kind];
    expect(declined.header).toMatchObject({ ...NONE, lastAction: { type, by: BLUE } });
    expect(declined.game).toEqual(room.game);
    expect(refusal(declined, reply(BLUE, kind, true), T + 600)).toBe('NO_OFFER');
  });

  test('can be withdrawn but not accepted by its requester', () => {
    expect(refusal(asked(kind), reply(RED, kind, true), T)).toBe('NO_OFFER');
    expect(after(asked(kind), reply(RED, kind, false), T).header).toMatchObject(NONE);
  });

  test('refuses answers of spectators and answers without an offer', () => {
    const watched = after(asked(kind), join(SPECTATOR), T);
    for (const accept of [true, false]) {
      expect(refusal(watched, reply(SPECTATOR, kind, accept), T)).toBe('NOT_A_PLAYER');
      expect(refusal(roomAfter(2), reply(BLUE, kind, accept), T)).toBe('NO_OFFER');
      expect(refusal(null, reply(BLUE, kind, accept), T)).toBe('ROOM_NOT_FOUND');
    }
    expect(refusal(watched, ask(SPECTATOR, kind), T)).toBe('NOT_A_PLAYER');
  });

  test('lapses with a move', () => {
    const moved = after(asked(kind), moveCommand(2), T + 500);
    expect(moved.header).toMatchObject({ ...NONE, lastAction: null });
    expect(refusal(moved, reply(BLUE, kind, true), T + 600)).toBe('NO_OFFER');
  });

  test('stays open when users join, chat and reconnect', () => {
    let room = after(asked(kind), join(SPECTATOR), T);
    room = after(room, { type: 'say', userId: BLUE, content: '等等' }, T);
    room = after(room, here(RED), T);
    expect(room.header[FIELD[kind]]).toBe(RED);
  });

  test('lapses when the game ends or its requester leaves', () => {
    expect(after(asked(kind), { type: 'surrender', userId: BLUE }, T).header).toMatchObject(NONE);
    expect(after(asked(kind), { type: 'check' }, T + 400_000).header).toMatchObject(NONE);
    expect(after(asked(kind), { type: 'leave', userId: RED }, T).header).toMatchObject(NONE);
  });

  test('after the timeout is refused and ends the game', () => {
    const decided = decide(roomAfter(2), 'r', ask(BLUE, kind), T + 400_000);
    expect(decided).toMatchObject({
      ok: true,
      value: { refusal: 'GAME_OVER', events: [{ endReason: 'TIME_UP' }] },
    });
  });

  test('is refused before the game', () => {
    expect(refusal(after(null, join(RED), START), ask(RED, kind), T)).toBe('NOT_PLAYING');
  });
});

describe('offers of two kinds', () => {
  test('are answered independently', () => {
    const both = after(asked('draw'), ask(BLUE, 'undo'), T + 1);
    expect(both.header).toMatchObject({ drawRequester: RED, undoRequester: BLUE });
    expect(after(both, reply(RED, 'undo', false), T + 2).header).toMatchObject({
      drawRequester: RED,
      undoRequester: null,
    });
    expect(after(both, reply(RED, 'undo', true), T + 2).header).toMatchObject(NONE);
  });

  test.each(['undo', 'reset'] as const)('exclude a second %s while the opponent’s is open', (kind) => {
    expect(refusal(asked(kind), ask(BLUE, kind), T)).toBe('OFFER_PENDING');
  });
});

describe('a draw', () => {
  test.each([
    ['accepted', reply(BLUE, 'draw', true)],
    ['offered by both', ask(BLUE, 'draw')],
  ])('%s is agreed, and the side to move is charged', (_, command) => {
    expect(after(asked('draw'), command, T + 1_000).header).toMatchObject({
      ...NONE,
      status: 'over',
      winner: 'draw',
      endReason: 'DRAW_AGREED',
      lastAction: { type: 'draw_agreed', by: BLUE },
      timeLeft: { red: 300_000, blue: 302_000 },
      lastMoveTime: null,
    });
  });

  test.each(['draw', 'undo'] as const)('accepting a %s after the timeout loses on time', (kind) => {
    const decided = decide(asked(kind), 'r', reply(BLUE, kind, true), T + 400_000);
    expect(decided).toMatchObject({ ok: true, value: { refusal: 'GAME_OVER' } });
    expect(decided.ok && decided.value.room.header).toMatchObject({ winner: 'blue', endReason: 'TIME_UP' });
  });

  test.each(['draw', 'undo'] as const)('a %s offer is refused after the game', (kind) => {
    expect(refusal(over(), ask(BLUE, kind), T)).toBe('GAME_OVER');
  });
});

describe('the cooldown', () => {
  const DECLINED = after(asked('draw'), reply(BLUE, 'draw', false), T + 100);
  const UNDONE = after(asked('undo'), reply(BLUE, 'undo', true), T + 100);

  test.each([
    ['applies until 30 s after a declined draw', DECLINED, 'draw', RED, 29_999, 'OFFER_COOLDOWN'],
    ['ends after 30 s', DECLINED, 'draw', RED, 30_000, null],
    ['does not apply to another kind', DECLINED, 'undo', RED, 200, null],
    ['does not apply to the opponent', DECLINED, 'draw', BLUE, 200, null],
    ['of an accepted undo does not apply to a draw', UNDONE, 'draw', RED, 200, null],
    [
      'applies after a lapsed offer',
      after(asked('draw'), moveCommand(2), T + 1),
      'draw',
      RED,
      200,
      'OFFER_COOLDOWN',
    ],
    [
      'applies after a withdrawn offer',
      after(asked('draw'), reply(RED, 'draw', false), T + 1),
      'draw',
      RED,
      200,
      'OFFER_COOLDOWN',
    ],
    [
      'applies after a declined reset',
      after(asked('reset'), reply(BLUE, 'reset', false), T + 1),
      'reset',
      RED,
      200,
      'OFFER_COOLDOWN',
    ],
    [
      'applies after a withdrawn reset',
      after(asked('reset'), reply(RED, 'reset', false), T + 1),
      'reset',
      RED,
      29_999,
      'OFFER_COOLDOWN',
    ],
    [
      'of a reset does not apply to the rematch',
      after(asked('reset'), { type: 'surrender', userId: BLUE }, T + 1),
      'reset',
      RED,
      200,
      null,
    ],
    [
      'of an accepted reset does not apply in the new game',
      after(asked('reset'), reply(BLUE, 'reset', true), T + 1),
      'reset',
      RED,
      200,
      null,
    ],
  ] as const)('%s', (_, room, kind, userId, wait, code) => {
    expect(refusal(room, ask(userId, kind), T + wait)).toBe(code);
  });

  test('applies after an accepted undo', () => {
    const again = after(
      after(UNDONE, moveCommand(0, { id: 'x' }), T + 200),
      moveCommand(1, { id: 'y' }),
      T + 300,
    );
    expect(refusal(again, ask(RED, 'undo'), T + 29_999)).toBe('OFFER_COOLDOWN');
    expect(cooldownLeft(again, RED, 'undo', T + 29_999)).toBe(1);
    expect(refusal(again, ask(RED, 'undo'), T + 30_000)).toBeNull();
  });

  test('does not start with a refused offer', () => {
    expect(refusal(playingRoom(), ask(RED, 'undo'), START)).toBe('NOTHING_TO_UNDO');
    expect(cooldownLeft(playingRoom(), RED, 'undo', START + 1)).toBe(0);
    expect(refusal(roomAfter(1), ask(RED, 'undo'), START + 1_001)).toBeNull();
  });

  test('does not apply in the next game after both players have left', () => {
    const empty = after(asked('draw'), { type: 'leave', userId: RED }, T + 1);
    const free = after(empty, { type: 'leave', userId: BLUE }, T + 2);
    const reused = after(after(free, join(RED), T + 3), join(BLUE, 'g2'), T + 4);
    expect(refusal(reused, ask(RED, 'draw'), T + 5)).toBeNull();
  });
});

describe('an undo', () => {
  const undo = (plies: number, by: string): Room => {
    const now = START + plies * 1_000;
    const other = by === RED ? BLUE : RED;
    return after(
      after(roomAfter(plies), ask(by, 'undo'), now + 1_000),
      reply(other, 'undo', true),
      now + 3_000,
    );
  };

  test.each([
    ['of one ply', 1, RED, 0, 299_000, 297_000],
    ['of two plies', 2, RED, 0, 296_000, 299_000],
    ['of one ply by blue', 2, BLUE, 1, 299_000, 299_000],
    ['of two plies by blue', 3, BLUE, 1, 301_000, 296_000],
  ])('%s returns the turn to the requester and removes the increments', (_, plies, by, ply, red, blue) => {
    const room = undo(plies, by);
    const accepter = by === RED ? BLUE : RED;
    expect(room.header).toMatchObject({
      ...NONE,
      ply,
      status: 'playing',
      timeLeft: { red, blue },
      lastMoveTime: START + plies * 1_000 + 3_000,
      lastAction: { type: 'undo_accepted', by: accepter },
    });
    expect(recordOf(room)).toBe(recordOf(roomAfter(ply)));
    expect(room.moveTimes).toEqual(roomAfter(ply).moveTimes);
  });

  test.each([
    ['red asks before the first move', 0, RED],
    ['blue asks before the first move', 0, BLUE],
    ['blue has not moved', 1, BLUE],
  ])('is refused if %s', (_, plies, by) => {
    expect(refusal(roomAfter(plies), ask(by, 'undo'), T)).toBe('NOTHING_TO_UNDO');
  });

  test('allows further moves, including the same one', () => {
    const now = START + 2_000 + 3_000;
    const again = after(undo(2, RED), moveCommand(0, { id: 'again' }), now + 1_000);
    expect(again.header).toMatchObject({ ply: 1, timeLeft: { red: 298_000, blue: 299_000 } });
    expect(after(again, moveCommand(1, { id: 'again2' }), now + 2_000).moveTimes).toBe('6000,7000,');
  });

  test('does not repeat an undone move that arrives again', () => {
    const room = undo(1, RED);
    expect(decide(room, 'r', moveCommand(0), T + 9_000)).toMatchObject({ ok: true, value: { events: [] } });
  });

  test('restores a captured piece', () => {
    let room = playingRoom();
    CAPTURE_GAME.forEach((move, ply) => {
      room = after(room, moveCommand(ply, { ...move }), START + (ply + 1) * 1_000);
    });
    const before = CAPTURE_GAME.slice(0, 6).reduce(
      (played, move, ply) => after(played, moveCommand(ply, { ...move }), START + (ply + 1) * 1_000),
      playingRoom(),
    );
    const undone = after(
      after(room, ask(RED, 'undo'), START + 8_000),
      reply(BLUE, 'undo', true),
      START + 9_000,
    );
    expect(undone.game).toEqual(before.game);
    expect(undone.game.position).not.toEqual(room.game.position);
  });
});

describe('a reset', () => {
  test.each([
    ['in a running game keeps the sides and', roomAfter(3), RED],
    ['after the game swaps the sides and', over(), BLUE],
  ])('%s starts a new game with fresh board, clocks and result', (_, room, red) => {
    const next = after(after(room, ask(RED, 'reset'), T), reply(BLUE, 'reset', true), T + 5_000);
    expect(next.header).toMatchObject({
      ...NONE,
      gameId: 'g2',
      ply: 0,
      status: 'playing',
      winner: null,
      endReason: 'NONE',
      timeLeft: { red: 300_000, blue: 300_000 },
      lastMoveTime: T + 5_000,
      lastAction: { type: 'reset_accepted', by: BLUE },
    });
    expect(next).toMatchObject({ startTime: T + 5_000, endTime: null, moveTimes: '', accepted: {} });
    expect(refusal(next, moveCommand(0, { userId: red }), T + 6_000)).toBeNull();
  });

  test('is refused to both players after one has left', () => {
    expect(refusal(left(), ask(RED, 'reset'), T)).toBe('OPPONENT_LEFT');
    expect(refusal(left(), ask(BLUE, 'reset'), T)).toBe('OPPONENT_LEFT');
  });

  test('lapses when the opponent leaves and can be offered again on return', () => {
    const gone = after(after(over(), ask(RED, 'reset'), T), { type: 'leave', userId: BLUE }, T);
    expect(gone.header.resetRequester).toBeNull();
    const back = after(gone, join(BLUE), T + 1);
    expect(refusal(back, reply(BLUE, 'reset', true), T + 2)).toBe('NO_OFFER');
    expect(refusal(back, ask(RED, 'reset'), T + 30_000)).toBeNull();
  });

  test('offered in a running game lapses at its end', () => {
    const won = DEN_GAME.slice(2).reduce(
      (room, _, i) => after(room, moveCommand(i + 2), T + i),
      asked('reset'),
    );
    expect(won.header).toMatchObject({ ...NONE, status: 'over', winner: 'red' });
  });
});

describe('the last action', () => {
  test('is cleared by a player alone', () => {
    const declined = after(asked('draw'), reply(BLUE, 'draw', false), T);
    const watched = after(declined, join(SPECTATOR), T);
    expect(refusal(watched, { type: 'clearAction', userId: SPECTATOR }, T)).toBe('NOT_A_PLAYER');
    const cleared = after(watched, { type: 'clearAction', userId: RED }, T);
    expect(cleared.header).toMatchObject({ lastAction: null });
    expect(after(cleared, { type: 'clearAction', userId: BLUE }, T)).toBe(cleared);
  });

  test('can be cleared while an offer stays open', () => {
    expect(after(asked('draw'), { type: 'clearAction', userId: BLUE }, T).header).toMatchObject({
      lastAction: null,
      drawRequester: RED,
    });
  });
});
