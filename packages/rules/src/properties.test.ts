import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGame, anyPosition, choices, moveText, playChoices, sideToMove } from '../test/fixtures.ts';
import { type PlainBoard, plainCheck, plainKey, plainMoves } from '../testing/plainGenerator.ts';
import {
  checkMove,
  formatFen,
  type Game,
  type GameMove,
  gameMoves,
  gamePositions,
  HEIGHT,
  isLegalMove,
  lastMove,
  legalGameMoves,
  legalMoves,
  localRuleSet,
  type Move,
  type MoveError,
  newGame,
  outcome,
  type Point,
  type Position,
  parseFen,
  pieceAt,
  pieces,
  play,
  positionOf,
  type Side,
  terrainAt,
  turn,
  undo,
  WIDTH,
} from './index.ts';

const POINTS: readonly Point[] = Array.from({ length: WIDTH * HEIGHT }, (_, cell) => ({
  x: cell % WIDTH,
  y: Math.floor(cell / WIDTH),
}));
function sorted(moves: readonly Move[]): string[] {
  return moves.map(moveText).sort();
}
function plain(position: Position): PlainBoard {
  return { pieces: pieces(position), turn: turn(position) };
}

function mirrorFen(fen: string): string {
  const [rows, side] = fen.split(' ');
  const mirrored = rows!.split('/').map((row) => [...row].reverse().join(''));
  return `${mirrored.join('/')} ${side}`;
}

function swapFen(fen: string): string {
  const [rows, side] = fen.split(' ');
  const swapped = [...rows!.split('/').reverse().join('/')].map((char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  );
  return `${swapped.join('')} ${side === 'w' ? 'b' : 'w'}`;
}

function read(fen: string): Position {
  const parsed = parseFen(fen);
  if (!parsed.ok) throw new Error(`${fen}: ${parsed.error.code}`);
  return parsed.value;
}

function mapMoves(moves: readonly Move[], map: (point: Point) => Point): Move[] {
  return moves.map(({ from, to }) => ({ from: map(from), to: map(to) }));
}

describe('positions', () => {
  test('have the same moves as the plain generator', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        expect(sorted(legalMoves(position))).toEqual(sorted(plainMoves(plain(position))));
      }),
      { numRuns: 1000 },
    );
  });

  test('list a move if and only if it is legal', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const listed = new Set(legalMoves(position).map(moveText));
        for (const from of POINTS) {
          for (const to of POINTS) {
            if (isLegalMove(position, { from, to }) !== listed.has(moveText({ from, to }))) {
              throw new Error(moveText({ from, to }));
            }
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('mirrored left to right have the mirrored moves', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const mirrored = mapMoves(legalMoves(read(mirrorFen(formatFen(position)))), ({ x, y }) => ({
          x: 6 - x,
          y,
        }));
        expect(sorted(mirrored)).toEqual(sorted(legalMoves(position)));
      }),
      { numRuns: 500 },
    );
  });

  test('rotated with sides swapped have the rotated moves', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const swapped = mapMoves(legalMoves(read(swapFen(formatFen(position)))), ({ x, y }) => ({
          x,
          y: 8 - y,
        }));
        expect(sorted(swapped)).toEqual(sorted(legalMoves(position)));
      }),
      { numRuns: 500 },
    );
  });
});

/** The repetition rules written literally over the list of moves. */
function breaksSevenThree(history: readonly GameMove[], side: Side, type: number, to: Point): boolean {
  const entries = history
    .slice(-14)
    .filter((m) => m.side === side && m.piece === type && m.to.x === to.x && m.to.y === to.y);
  return entries.length >= 3 && terrainAt(to) !== 'trap';
}

function breaksSeventeenFive(history: readonly GameMove[], side: Side, type: number): boolean {
  const own = history.slice(-34).filter((m) => m.side === side && m.piece === type);
  return own.length >= 17 && new Set(own.map(({ to }) => `${to.x},${to.y}`)).size <= 5;
}

/** Returns the expected code of each move between points, computed the slow way. */
function expectedCode(game: Game): (move: Move) => MoveError | null {
  const boards = gamePositions(game).map(plain);
  const keys = boards.map(plainKey);
  const history = gameMoves(game);
  const last = lastMove(game)?.piece ?? null;
  return (move) => {
    if (outcome(game).winner !== null) return 'GAME_OVER';
    const piece = pieceAt(positionOf(game), move.from);
    if (!piece) return 'NO_PIECE';
    if (piece.side !== sideToMove(game)) return 'NOT_YOUR_PIECE';
    const refusal = plainCheck(boards, keys, last, move);
    if (refusal === 'ILLEGAL_MOVE') return refusal;
    if (game.rules.sevenThree && breaksSevenThree(history, piece.side, piece.type, move.to)) {
      return 'SEVEN_THREE';
    }
    if (game.rules.seventeenFive && breaksSeventeenFive(history, piece.side, piece.type)) {
      return 'SEVENTEEN_FIVE';
    }
    return game.rules.threefold ? refusal : null;
  };
}

function expectCodes(game: Game): void {
  const expected = expectedCode(game);
  const playable: Move[] = [];
  for (const from of POINTS) {
    for (const to of POINTS) {
      const code = checkMove(game, { from, to });
      if (code !== expected({ from, to })) throw new Error(`${moveText({ from, to })}: ${code}`);
      if (code === null) playable.push({ from, to });
    }
  }
  expect(sorted(legalGameMoves(game))).toEqual(sorted(playable));
}

describe('games', () => {
  test.each([
    ['the default rules', {}],
    ['all optional rules', { sevenThree: true, seventeenFive: true }],
    ['17-5 alone', { seventeenFive: true, threefold: false }],
  ])(
    'of all pairs of points exactly the right moves are taken, the rest refused by code: %s',
    (_, options) => {
      fc.assert(fc.property(anyGame(options), expectCodes), { numRuns: 60 });
    },
  );

  test('agree also if few pieces move in circles', () => {
    const few = fc.tuple(anyPosition, choices(60)).map(([position, chosen]) => {
      const left = pieces(position).filter((_, index) => index % 3 === 0);
      const fen = formatFen(position);
      return left.length > 0
        ? playChoices(newGame(localRuleSet({ sevenThree: true }), read(fen)), chosen)
        : newGame();
    });
    fc.assert(fc.property(few, expectCodes), { numRuns: 60 });
  });

  test('accept every listed move, and undo restores the game', () => {
    fc.assert(
      fc.property(anyGame({}, 120), (game) => {
        for (const move of legalGameMoves(game)) {
          const played = play(game, move);
          if (!played.ok) throw new Error(played.error);
          expect(undo(played.value)).toEqual(game);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('have a move if and only if they are running', () => {
    fc.assert(
      fc.property(anyGame({ sevenThree: true, seventeenFive: true }, 150), (game) => {
        expect(legalGameMoves(game).length > 0).toBe(outcome(game).winner === null);
      }),
      { numRuns: 200 },
    );
  });

  test('never repeat a position a third time by a piece that outranks the last moved one', () => {
    fc.assert(
      fc.property(anyGame({ hundredRounds: false }, 150), (game) => {
        const keys = gamePositions(game).map((position) => plainKey(plain(position)));
        const moves = gameMoves(game);
        for (const [index, { piece }] of moves.entries()) {
          const last = moves[index - 1]?.piece;
          const before = keys.slice(0, index + 1).filter((key) => key === keys[index + 1]).length;
          const above =
            last && ((piece === 1 && last === 8) || (piece > last && !(piece === 8 && last === 1)));
          expect(before >= 2 && above).toBeFalsy();
        }
      }),
      { numRuns: 200 },
    );
  });
});
