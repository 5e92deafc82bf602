import { POLICIES, ROOM_KINDS, type RoomKind } from '@doushouqi/protocol';
import { expect, test } from 'vitest';
import { formatGame, type PairedGame, parseGame } from './paired-games.ts';

const GAME = { gameId: 'g', roomId: 'r', players: ['red', 'blue'], at: 0 } as const;
const timeControl = { initial: 10, increment: 5 };

test.each<[entry: object, kind: RoomKind]>([
  [{ pool: '10+5:rated' }, 'rated'],
  [{ pool: '10+5:casual' }, 'paired'],
  [{ pool: '10+5:casual', bots: ['blue'], kind: 'ratedBot' }, 'ratedBot'],
])('reads %o of an older version as a %s game', (entry, kind) => {
  const text = JSON.stringify({ ...GAME, ...entry });
  expect(parseGame(text)).toEqual({ ...GAME, ...entry, kind, timeControl });
});

test.each(ROOM_KINDS)('reads a %s game as written, with the pool that older versions need', (kind) => {
  const game: PairedGame = { ...GAME, kind, timeControl, isArranged: true };
  const pool = POLICIES[kind].rated ? '10+5:rated' : '10+5:casual';
  expect(parseGame(formatGame(game))).toEqual({ ...game, pool });
});

test('counts the game of an unrated tournament among casual ones', () => {
  const game: PairedGame = { ...GAME, kind: 'arena', timeControl, context: 'tournament:t', isRated: false };
  expect(parseGame(formatGame(game))).toEqual({ ...game, pool: '10+5:casual' });
});
