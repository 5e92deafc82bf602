import { HOUSE_BOTS } from '@doushouqi/protocol';
import { decide, type Room, type RoomCommand } from '@doushouqi/room';
import { gameMoves, legalGameMoves, newGame, play } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { nextAction } from './behavior.ts';

const BOT = HOUSE_BOTS[3]!._id;
const PERSON = '64b000000000000000000001';
const START = 1_700_000_000_000;

function after(room: Room | null, command: RoomCommand, ms = 0): Room {
  const done = decide(room, 'room-1', command, START + ms);
  if (!done.ok) throw new Error(done.error);
  return done.value.room;
}

/** A room with the bot on red, both connected, after `plies` legal moves. */
function roomAfter(plies: number): Room {
  const pair = {
    type: 'pair',
    kind: 'bot',
    players: [BOT, PERSON],
    timeControl: { initial: 5, increment: 3 },
    gameId: 'game-1',
  } as const;
  let room = after(null, pair);
  for (const userId of [BOT, PERSON]) {
    room = after(room, { type: 'presence', userId, here: true });
    room = after(room, { type: 'arrive', userId });
  }
  let game = newGame(room.header.ruleSet);
  for (let ply = 0; ply < plies; ply++) {
    const next = play(game, legalGameMoves(game)[0]!);
    if (next.ok) game = next.value;
  }
  return gameMoves(game).reduce<Room>((before, { from, to }, ply) => {
    const side = ply % 2 === 0 ? 'red' : 'blue';
    const userId = side === 'red' ? BOT : PERSON;
    return after(before, { type: 'move', userId, side, from, to }, 1_000 * ply);
  }, room);
}

function offered(kind: 'undo' | 'draw' | 'reset', room: Room): Room {
  return after(room, { type: 'offer', userId: PERSON, kind }, 60_000);
}
const OVER = after(roomAfter(12), { type: 'surrender', userId: PERSON }, 20_000);

test.each<[string, Room, overForMs: number, ReturnType<typeof nextAction>]>([
  ['moves on its turn', roomAfter(4), 0, 'move'],
  ['waits on the turn of the person', roomAfter(5), 0, null],
  ['grants an undo', offered('undo', roomAfter(4)), 0, 'acceptUndo'],
  ['answers a draw offer', offered('draw', roomAfter(5)), 0, 'answerDraw'],
  ['waits for a rematch after the game', OVER, 1_000, null],
  ['accepts a rematch', offered('reset', OVER), 1_000, 'acceptReset'],
  ['leaves two minutes after the game', OVER, 120_000, 'leave'],
  ['leaves after the person has left', after(OVER, { type: 'leave', userId: PERSON }, 30_000), 0, 'leave'],
])('%s', (_, room, overForMs, expected) => {
  expect(nextAction(room, BOT, { hasRematch: true, overForMs })).toBe(expected);
});

test('shows that it sees the table before its first move', () => {
  const pair = { type: 'pair', kind: 'bot', players: [BOT, PERSON], gameId: 'game-1' } as const;
  const room = after(null, { ...pair, timeControl: { initial: 5, increment: 3 } });
  expect(nextAction(room, BOT, { hasRematch: true, overForMs: 0 })).toBe('arrive');
});

test('leaves at once after an exhibition, or if the person has begun another game', () => {
  const waits = { hasRematch: false, overForMs: 0 };
  expect(nextAction(OVER, BOT, waits)).toBe('leave');
  expect(nextAction(offered('reset', OVER), BOT, waits)).toBe('leave');
  expect(nextAction(roomAfter(4), BOT, waits)).toBe('move');
});
