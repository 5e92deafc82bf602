import { MAX_PLIES } from '@doushouqi/protocol';
import { legalGameMoves, type Move, outcome, pieceAt, play, positionOf } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { after, moveCommand, playingRoom, refusal, START } from '../test/fixtures.ts';
import { decodeRoom, encodeRoom } from './codec.ts';
import { decide, gameToArchive, plyOf, type Room, snapshotOf, viewOfSnapshot } from './index.ts';

/** Returns a move that captures nothing and enters no den; it varies with the ply. */
function peaceful({ game }: Pick<Room, 'game'>, ply: number): Move {
  const moves = legalGameMoves(game).filter(
    ({ to }) => pieceAt(positionOf(game), to) === null && !(to.x === 3 && (to.y === 0 || to.y === 8)),
  );
  return moves[(ply * 7_919) % moves.length]!;
}

function at(ply: number): number {
  return START + (ply + 1) * 100;
}

function peacefulRoom(plies: number): Room {
  let room = playingRoom();
  for (let ply = 0; ply < plies; ply++) room = after(room, moveCommand(ply, peaceful(room, ply)), at(ply));
  return room;
}

const LAST = MAX_PLIES - 1;
const almost = peacefulRoom(LAST);

test('draws a game at the ply limit, and every form of the room has the reason', () => {
  expect(almost.header.status).toBe('playing');
  const command = moveCommand(LAST, peaceful(almost, LAST));
  const decided = decide(almost, 'r', command, at(LAST));
  if (!decided.ok) throw new Error(decided.error);
  const { room, events } = decided.value;
  expect(events.map(({ type }) => type)).toEqual(['moveMade', 'gameStateUpdate']);
  const verdict = { winner: 'draw', endReason: 'DRAW_TOO_LONG' };
  expect(room.header).toMatchObject({ ...verdict, status: 'over', lastMoveTime: null, ply: MAX_PLIES });
  expect(outcome(room.game)).toMatchObject(verdict);
  expect(gameToArchive(almost, room)).toMatchObject({
    ...verdict,
    winner: 0,
    record: expect.stringMatching(/^050009/),
  });
  expect(decodeRoom(encodeRoom(room))).toEqual(room);
  expect(viewOfSnapshot(snapshotOf(room, 0))?.game).toEqual(room.game);
  expect(refusal(room, moveCommand(MAX_PLIES, peaceful(almost, 0)), at(MAX_PLIES))).toBe('GAME_OVER');
});

test('draws an older game beyond the ply limit with its next move', () => {
  let game = almost.game;
  for (const ply of [LAST, MAX_PLIES]) {
    const played = play(game, peaceful({ game }, ply));
    if (!played.ok) throw new Error(played.error);
    game = played.value;
  }
  const longer: Room = { ...almost, game, header: { ...almost.header, ply: plyOf({ ...almost, game }) } };
  const drawn = after(longer, moveCommand(MAX_PLIES + 1, peaceful(longer, 0)), at(MAX_PLIES + 1));
  expect(drawn.header).toMatchObject({ status: 'over', endReason: 'DRAW_TOO_LONG', ply: MAX_PLIES + 2 });
});
