import { judgeMove, moveAt, ownMovesOf, type Place } from '@doushouqi/puzzles';
import { readPuzzles } from '@doushouqi/puzzles/data';
import { expect, test } from 'vitest';

const puzzles = readPuzzles();

/** Paths of other calls under `/puzzles`. */
const TAKEN = ['next', 'daily', 'mine', 'rush'];

test('no mined puzzle has the path of another call as its id', () => {
  expect(puzzles.filter(({ id }) => TAKEN.includes(id))).toEqual([]);
});

test('each line is right from its first move to its last', () => {
  const broken = puzzles.filter((puzzle) => {
    let place: Place = { at: 0, last: null, isDone: false };
    while (!place.isDone) {
      const move = moveAt(puzzle, place.at);
      const judged = move && judgeMove(puzzle, place, move);
      if (judged?.kind !== 'right') return true;
      place = { at: place.at + 1, last: judged.isLast ? move! : null, isDone: judged.isLast };
    }
    return place.at !== ownMovesOf(puzzle);
  });
  expect(broken.map(({ id }) => id)).toEqual([]);
});
