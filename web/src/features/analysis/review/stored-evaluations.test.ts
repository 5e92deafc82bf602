import { newGame, plyCount } from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyScores, evaluated, evaluatedGame } from '../../../../test/evaluations.ts';
import { anyGame, playPicks } from '../../../../test/studies.ts';
import { KEPT_LIMITS, storedEvaluations, withEvaluations } from './stored-evaluations.ts';

const GAME = playPicks([1, 2, 3]);

test('restores any review unchanged', () => {
  fc.assert(
    fc.property(anyGame, anyScores, (game, scores) => {
      const given = [...scores.take(plyCount(game) + 1)];
      const evaluations = evaluatedGame(game, (ply) => given[ply] ?? 0);
      expect(storedEvaluations(withEvaluations(null, game, evaluations), game)).toEqual(evaluations);
    }),
    { numRuns: 30 },
  );
});

test('stores a win and its plies', () => {
  const evaluations = [evaluated(newGame(), { plies: -7 })];
  expect(storedEvaluations(withEvaluations(null, newGame(), evaluations), newGame())).toEqual(evaluations);
});

test('returns no review of another game', () => {
  const text = withEvaluations(
    null,
    GAME,
    evaluatedGame(GAME, () => 0),
  );
  expect(storedEvaluations(text, playPicks([1, 2, 4]))).toBeNull();
  expect(storedEvaluations(text, playPicks([1, 2]))).toBeNull();
});

test('stores only the newest, up to the limits', () => {
  const games = Array.from({ length: KEPT_LIMITS.games + 2 }, (_, index) => playPicks([index % 24, index]));
  let text: string | null = null;
  for (const game of games)
    text = withEvaluations(
      text,
      game,
      evaluatedGame(game, () => 10),
    );
  const isKept = games.map((game) => storedEvaluations(text, game) !== null);
  expect(isKept.at(-1)).toBe(true);
  expect(JSON.parse(text ?? '').games.length).toBeLessThanOrEqual(KEPT_LIMITS.games);
});

test('stores a game that was reviewed twice only once', () => {
  const once = withEvaluations(
    null,
    GAME,
    evaluatedGame(GAME, () => 0),
  );
  const twice = withEvaluations(
    once,
    GAME,
    evaluatedGame(GAME, () => 50),
  );
  expect(JSON.parse(twice).games).toHaveLength(1);
  expect(storedEvaluations(twice, GAME)?.[0]?.lines[0]?.score).toEqual({ kind: 'cp', value: 50 });
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['something else', '[1]'],
  ['null', 'null'],
  ['another version', '{"version":0,"games":[]}'],
  ['damaged games', '{"version":2,"games":[null,{"key":1},{"key":"","positions":[3]}]}'],
])('%s: no review, and the next is stored', (_, text) => {
  expect(storedEvaluations(text, GAME)).toBeNull();
  const evaluations = evaluatedGame(GAME, () => 0);
  expect(storedEvaluations(withEvaluations(text, GAME, evaluations), GAME)).toEqual(evaluations);
});

test('returns no review if a position is damaged', () => {
  const text = withEvaluations(
    null,
    GAME,
    evaluatedGame(GAME, () => 0),
  );
  expect(storedEvaluations(text.replace(/c0:\d{4}/, 'c0:9999'), GAME)).toBeNull();
});
