import {
  explainMove,
  type Game,
  legalGameMoves,
  outcome,
  outranks,
  PIECE_NAMES,
  type PieceName,
  type PieceType,
  pieceAt,
  pieces,
  play,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { LESSONS } from './course/course.ts';
import type { Ask, LessonStep } from './lesson.ts';
import { judgeMove } from './player.ts';
import { afterMove, gameOf, moveOf, pointOf, squaresOf } from './position.ts';

const STEPS = LESSONS.flatMap(({ steps }) => steps);
const CASES = STEPS.map((step) => [step.id, step] as const);

/** Every position of a step in which a move is asked for, whichever of the right moves led to it. */
function positionsOf(step: LessonStep): { game: Game; ask: Ask }[] {
  let games = [gameOf(step)];
  return step.asks.flatMap((ask) => {
    const here = games.map((game) => ({ game, ask }));
    games = games.flatMap((game) =>
      ask.moves.map((move) => {
        const after = afterMove(game, move);
        return ask.reply ? afterMove(after, ask.reply) : after;
      }),
    );
    return here;
  });
}

function endsOf(step: LessonStep): Game[] {
  const last = step.asks.length - 1;
  return positionsOf(step)
    .filter(({ ask }) => ask === step.asks[last])
    .flatMap(({ game, ask }) => ask.moves.map((move) => afterMove(game, move)));
}

const SQUARES = [...'abcdefg'].flatMap((file) => [...'123456789'].map((rank) => file + rank));

/** Every try of a red piece, legal or not. */
function triesOf(game: Game): string[] {
  const red = pieces(positionOf(game)).filter(({ side }) => side === 'red');
  return red.flatMap(({ position }) => SQUARES.map((to) => squaresOf({ from: position, to: pointOf(to) })));
}

function stepOf(id: string): LessonStep {
  return STEPS.find((step) => step.id === id)!;
}

function typeOf(name: PieceName): PieceType {
  return (PIECE_NAMES.indexOf(name) + 1) as PieceType;
}

it('has ten lessons with 33 steps, whose ids differ', () => {
  expect([LESSONS.length, STEPS.length]).toEqual([10, 33]);
  expect(new Set([...LESSONS, ...STEPS].map(({ id }) => id)).size).toBe(43);
  for (const { id, steps } of LESSONS) expect(steps.every((step) => step.id.startsWith(`${id}-`))).toBe(true);
});

describe.each(CASES)('%s', (_, step) => {
  it('asks red for legal moves, and blue replies legally', () => {
    for (const { game, ask } of positionsOf(step)) {
      expect([turn(positionOf(game)), outcome(game).winner]).toEqual(['red', null]);
      for (const move of ask.moves) expect(judgeMove(game, ask, moveOf(move))).toEqual({ isRight: true });
    }
    expect(step.asks.map(({ reply }) => reply === undefined)).toEqual(
      step.asks.map((ask) => ask === step.asks.at(-1)),
    );
  });

  it('answers every other move of red with a reason in Chinese that fits the bubble', () => {
    for (const { game, ask } of positionsOf(step)) {
      for (const squares of triesOf(game)) {
        const verdict = judgeMove(game, ask, moveOf(squares));
        const fault = explainMove(game, moveOf(squares));
        if (verdict.isRight) {
          expect([fault, ask.isFree === true || ask.moves.includes(squares)]).toEqual([null, true]);
          continue;
        }
        expect(verdict.fault).toEqual(fault);
        expect(verdict.reason, squares).toMatch(/^[^a-z{}]*[\u4e00-\u9fff][^a-z{}]*$/);
        expect(verdict.reason.length, verdict.reason).toBeLessThanOrEqual(26);
      }
    }
  });

  it('has no reason that no move shows', () => {
    for (const ask of step.asks) {
      const shown = new Set(
        positionsOf(step)
          .filter((one) => one.ask === ask)
          .flatMap(({ game }) => triesOf(game).map((squares) => judgeMove(game, ask, moveOf(squares))))
          .flatMap((verdict) => (verdict.isRight ? [] : [verdict.reason])),
      );
      const written = [...(ask.others ? [ask.others] : []), ...Object.values(ask.because ?? {})];
      expect(written.filter((reason) => !shown.has(reason))).toEqual([]);
    }
  });

  it('has texts of one line and of two', () => {
    for (const { title, text } of step.asks) {
      expect(title.length, title).toBeLessThanOrEqual(15);
      expect(text.length, text).toBeLessThanOrEqual(34);
    }
    expect(step.done.length, step.done).toBeLessThanOrEqual(13);
  });

  it('marks a pair of which the first takes the second, on the board', () => {
    const [taker, taken] = step.pair ?? ['lion', 'lion'];
    expect(outranks(typeOf(taker), typeOf(taken)) || taker === taken).toBe(true);
    const there = pieces(positionOf(gameOf(step))).map(({ type }) => PIECE_NAMES[type - 1]);
    if (step.pair) expect(there).toEqual(expect.arrayContaining([taker, taken]));
  });

  it('crosses out what the rules refuse', () => {
    const game = gameOf(step);
    for (const { at, from } of step.crosses ?? []) {
      expect(pieceAt(positionOf(game), pointOf(at))).not.toBeNull();
      if (from) expect(explainMove(game, moveOf(from + at))).not.toBeNull();
    }
  });
});

it.each([
  ['board-den', 'DEN_CAPTURED'],
  ['board-take-all', 'NO_PIECES'],
  ['den-enter', 'DEN_CAPTURED'],
  ['den-race', 'DEN_CAPTURED'],
  ['ends-no-move', 'STALEMATE'],
])('%s ends a game by %s', (id, endReason) => {
  for (const end of endsOf(stepOf(id))) expect(outcome(end)).toEqual({ winner: 'red', endReason });
});

it('shows a move that third repetition forbids', () => {
  expect(explainMove(gameOf(stepOf('ends-repeat')), moveOf('c7b7'))?.code).toBe('THREEFOLD_REPETITION');
});

it('shows the last round before a draw, which only the capture avoids', () => {
  const game = gameOf(stepOf('ends-draw'));
  expect(plyCount(game)).toBe(198);
  for (const move of legalGameMoves(game)) {
    const after = play(game, move);
    if (!after.ok) throw new Error(after.error);
    const [reply] = legalGameMoves(after.value).filter(({ to }) => !pieceAt(positionOf(after.value), to));
    const end = outcome(afterMove(after.value, squaresOf(reply!))).endReason;
    expect(end).toBe(squaresOf(move) === 'd3d4' ? 'NONE' : 'DRAW_100_ROUNDS');
  }
});

it.each([
  ['trap-take', 'd2d1'],
  ['den-guard', 'c1d1'],
])('%s threatens red’s den', (id, threat) => {
  const { game, ask } = positionsOf(stepOf(id))[0]!;
  const lazy = legalGameMoves(game).filter((move) => !ask.moves.includes(squaresOf(move)));
  expect(lazy.length).toBeGreaterThan(0);
  for (const move of lazy)
    expect(outcome(afterMove(afterMove(game, squaresOf(move)), threat)).winner).toBe('blue');
});

it('den-race is lost by one step of delay', () => {
  const last = positionsOf(stepOf('den-race')).at(-1)!;
  expect(outcome(afterMove(afterMove(last.game, 'd8d7'), 'd2d1')).winner).toBe('blue');
});

it('the trapped tiger of trap-avoid would be taken by the cat', () => {
  const trapped = afterMove(gameOf(stepOf('trap-avoid')), 'd7d8');
  expect(explainMove(trapped, moveOf('c8d8'))).toBeNull();
});
