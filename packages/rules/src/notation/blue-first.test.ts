import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPosition, choices, playChoices } from '../../test/fixtures.ts';
import {
  endGame,
  formatFen,
  formatMoveList,
  formatPositionString,
  formatRecord,
  type Game,
  gameMoves,
  moveRows,
  newGame,
  parseFen,
  parseMoveList,
  parsePositionString,
  parseRecord,
  plyCount,
  turn,
} from '../index.ts';

describe('if blue moves first', () => {
  const blueFirst = fc.tuple(anyPosition, choices(60), fc.boolean()).map(([{ cells }, chosen, givenUp]) => {
    const game = playChoices(newGame('online-1', { cells, turn: 'blue' }), chosen);
    return givenUp ? endGame(game, 'blue', 'SURRENDER') : game;
  });
  const options = ({ start }: Game) => ({ ruleSet: 'online-1' as const, start });

  test('FEN and position string restore every position of either side to move', () => {
    fc.assert(
      fc.property(blueFirst, ({ start, position }) => {
        for (const one of [start, position]) {
          expect(parseFen(formatFen(one))).toEqual({ ok: true, value: one });
          const read = parsePositionString(formatPositionString(one), turn(one));
          expect(read).toEqual({ ok: true, value: one });
        }
        expect(formatFen(start)).toMatch(/ b$/);
      }),
    );
  });

  test('the record restores the game', () => {
    fc.assert(
      fc.property(blueFirst, (game) => {
        expect(parseRecord(formatRecord(game), options(game))).toEqual({ ok: true, value: game });
      }),
    );
  });

  test('the move list begins with a gap and restores the game', () => {
    fc.assert(
      fc.property(
        blueFirst.filter((game) => plyCount(game) > 0),
        (game) => {
          const text = formatMoveList(game);
          expect(text).toMatch(/^1\. … /);
          expect(parseMoveList(text, options(game))).toEqual({ ok: true, value: game });
        },
      ),
    );
  });

  test('blue has the odd plies and red the even ones', () => {
    fc.assert(
      fc.property(blueFirst, (game) => {
        const players = gameMoves(game).map(({ side }) => side);
        expect(players).toEqual(players.map((_, index) => (index % 2 === 0 ? 'blue' : 'red')));
      }),
    );
  });
});

describe('move rows', () => {
  const red = { side: 'red' } as const;
  const blue = { side: 'blue' } as const;

  test('are empty without moves', () => {
    expect(moveRows([])).toEqual([]);
  });

  test('have red and blue side by side, except for an incomplete last row', () => {
    expect(moveRows([red, blue, red])).toEqual([
      { number: 1, red: { ply: 1, move: red }, blue: { ply: 2, move: blue } },
      { number: 2, red: { ply: 3, move: red }, blue: null },
    ]);
  });

  test('lack red in the first row if blue moves first', () => {
    expect(moveRows([blue])).toEqual([{ number: 1, red: null, blue: { ply: 1, move: blue } }]);
    expect(moveRows([blue, red, blue])).toEqual([
      { number: 1, red: null, blue: { ply: 1, move: blue } },
      { number: 2, red: { ply: 2, move: red }, blue: { ply: 3, move: blue } },
    ]);
    expect(moveRows([blue, red]).at(-1)).toEqual({ number: 2, red: { ply: 2, move: red }, blue: null });
  });

  test('contain every move once, in the column of its side', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.constantFrom(0, 1), (length, first) => {
        const moves = Array.from({ length }, (_, index) => ((index + first) % 2 === 0 ? red : blue));
        const placed = moveRows(moves).flatMap((row) => [row.red, row.blue].filter((one) => one !== null));
        expect(placed.map(({ move }) => move)).toEqual(moves);
        expect(placed.map(({ ply }) => ply)).toEqual(moves.map((_, index) => index + 1));
        for (const row of moveRows(moves)) {
          expect([row.red?.move ?? red, row.blue?.move ?? blue]).toEqual([red, blue]);
        }
      }),
    );
  });
});
