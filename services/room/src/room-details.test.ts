import type { RoomDetails } from '@doushouqi/protocol';
import { roomDetails } from '@doushouqi/protocol/server';
import { decide, type Room, type RoomCommand } from '@doushouqi/room';
import { legalGameMoves } from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMoveHistories, presentRoomDetails } from './room-details.ts';

const [RED, BLUE] = ['a'.repeat(24), 'b'.repeat(24)];
const START = 1_700_000_000_000;

function after(room: Room | null, command: RoomCommand, now: number): Room {
  const decided = decide(room, 'R', command, now);
  if (!decided.ok) throw new Error(decided.error);
  return decided.value.room;
}

const histories = createMoveHistories();
function shown(room: Room, nickname: string): RoomDetails {
  return JSON.parse(presentRoomDetails(room, nickname, histories).json);
}

/** Returns a room after one move for each choice, or after the game's end. */
function roomAfter(choices: number[]): Room {
  let room = after(null, { type: 'join', userId: RED, newGameId: 'g' }, START);
  room = after(room, { type: 'join', userId: BLUE, newGameId: 'g' }, START);
  for (const [ply, choice] of choices.entries()) {
    const moves = legalGameMoves(room.game);
    if (moves.length === 0) break;
    const [userId, side] = ply % 2 === 0 ? ([RED, 'red'] as const) : ([BLUE, 'blue'] as const);
    room = after(room, { type: 'move', userId, side, ...moves[choice % moves.length]! }, START + ply * 100);
  }
  return room;
}

test('every room matches the schema, and the last board of its history is the current one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(200), { maxLength: 120 }), (choices) => {
      const view = roomDetails.parse(shown(roomAfter(choices), ''));
      expect(view.moveHistory.at(-1)?.boardState.pieces ?? view.board.pieces).toEqual(view.board.pieces);
      expect(view.moveHistory.map(({ player }) => player)).toEqual(
        view.moveHistory.map((_, ply) => (ply % 2) + 1),
      );
      const captured = view.moveHistory.filter((move) => move.capturedPiece !== null).length;
      expect(view.board.pieces.length).toBe(16 - captured);
      const ends = view.moveHistory.map(({ endReason }) => endReason).filter((reason) => reason !== 'NONE');
      expect(ends).toEqual(view.endReason === 'NONE' ? [] : [view.endReason]);
    }),
    { numRuns: 50 },
  );
});

test('builds the board once per version, and rebuilds it after a move or an undo', () => {
  const room = roomAfter([1, 2, 3]);
  const made = histories(room);
  expect(histories({ ...room, v: room.v + 1, chat: [] })).toBe(made);
  const moved = after(
    room,
    { type: 'move', userId: BLUE, side: 'blue', ...legalGameMoves(room.game)[0]! },
    START + 900,
  );
  expect(JSON.parse(histories(moved))).toHaveLength(4);
  const asked = after(moved, { type: 'offer', userId: BLUE, kind: 'undo' }, START + 1_000);
  const answer = { type: 'answer', userId: RED, kind: 'undo', accept: true, newGameId: 'g2' } as const;
  expect(histories(after(asked, answer, START + 2_000))).toBe(made);
});

test('stores a surrender as end reason of the room, not of a move', () => {
  const room = after(roomAfter([1, 2, 3]), { type: 'surrender', userId: RED }, START + 1_000);
  const view = shown(room, '');
  expect([view.endReason, view.winner]).toEqual(['SURRENDER', 2]);
  expect(view.moveHistory.map(({ endReason }) => endReason)).toEqual(['NONE', 'NONE', 'NONE']);
});

test('contains the nickname of the offering player, the chat and only the spec’s fields', () => {
  const offered = after(roomAfter([1, 2]), { type: 'offer', userId: BLUE, kind: 'draw' }, START + 1_000);
  const room = after(offered, { type: 'say', userId: RED, content: '你好' }, START + 2_000);
  const view = shown(room, '小象');
  expect(Object.keys(view).toSorted()).toEqual(Object.keys(roomDetails.shape).toSorted());
  expect(view).toMatchObject({
    drawRequester: BLUE,
    lastAction: { type: 'draw_requested', by: BLUE, byNickname: '小象' },
    chatMessages: [{ fromId: RED, content: '你好', ply: 2, timestamp: START + 2_000 }],
  });
});
