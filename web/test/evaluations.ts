import { type Game, gameAfter, legalGameMoves, type Move, withoutVerdict } from '@doushouqi/rules';
import fc from 'fast-check';
import { type Evaluation, type Evaluations, plysToEvaluate } from '../src/shared/engine/evaluation.ts';

/** Evaluations as an engine would return them. */

/** @param score for the side to move, in hundredths of a cat; or plies to a win */
export function evaluated(game: Game, score: number | { plies: number }, best?: Move): Evaluation {
  const moves = legalGameMoves(withoutVerdict(game));
  const [first, second] = best ? [best, moves.find((move) => move !== best)] : moves;
  const value = typeof score === 'number' ? score : 0;
  const lines = [first, second].flatMap((move, index) => {
    if (!move) return [];
    const better = typeof score === 'number' ? null : ({ kind: 'win', plies: score.plies } as const);
    const worse = { kind: 'cp', value: value - 20 * index } as const;
    return [{ move, score: index === 0 && better ? better : worse, pv: [move] }];
  });
  return { lines, glance: lines[0]!.move };
}

/** @param scoreAt score after a number of plies, for the side to move */
export function evaluatedGame(game: Game, scoreAt: (ply: number) => number): Evaluations {
  return plysToEvaluate(game).map((ply) => evaluated(gameAfter(game, ply), scoreAt(ply)));
}

export const anyScores = fc.infiniteStream(fc.integer({ min: -900, max: 900 }));
