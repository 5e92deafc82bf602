import { expect, test } from 'vitest';
import { swissAfter } from '../../test/rounds.ts';
import { swissStandings } from '../index.ts';

test('ranks by score, then by the opponents’ scores', () => {
  const rows = swissStandings(swissAfter(4, ['1-3 1, 4-2 0', '2-1 0, 3-4 1', '1-4 1, 2-3 =']));
  const figures = rows.map(({ player, score, buchholzCut, buchholz, sonnebornBerger, wins }) => [
    player.id,
    score,
    buchholzCut,
    buchholz,
    sonnebornBerger,
    wins,
  ]);
  expect(figures).toEqual([
    ['1', 3, 3, 3, 3, 3],
    ['2', 1.5, 4.5, 4.5, 0.75, 1],
    ['3', 1.5, 4.5, 4.5, 0.75, 1],
    ['4', 0, 4.5, 6, 0, 0],
  ]);
});

test('counts an own unplayed round as an opponent of equal score, and cuts a voluntary one first', () => {
  const rows = swissStandings(swissAfter(4, ['1-3 1, 2-4 1', '1-2 1, 3 half, 4 bye']));
  const byId = new Map(rows.map((row) => [row.player.id, row]));
  // Player 3 lost to 1 (2 points) and has a requested bye: an opponent with 0.5 points, which is cut.
  expect(byId.get('3')).toMatchObject({ score: 0.5, buchholz: 2.5, buchholzCut: 2, sonnebornBerger: 0.25 });
  // The bye of 4 was not requested: the least value of all is cut.
  expect(byId.get('4')).toMatchObject({ score: 1, buchholz: 2, buchholzCut: 1, sonnebornBerger: 1, wins: 0 });
});

test('counts the rounds of an opponent who left as draws', () => {
  const rows = swissStandings(swissAfter(4, ['1-2 1, 3-4 1', '1-3 1', '1-4 1']));
  // Of 2, who lost and left, two draws; of 3 and 4 one and one.
  expect(rows[0]).toMatchObject({ score: 3, buchholz: 1 + 1.5 + 0 });
});

test('ranks tied players by their own game', () => {
  const rows = swissStandings(swissAfter(4, ['1-2 0, 3-4 0', '2-3 0, 4-1 0', '2-4 1, 1-3 1']));
  const tied = rows.filter(({ score }) => score === 2);
  expect(tied.map(({ player }) => player.id)).toEqual(['2', '1']);
  expect(new Set(tied.map(({ buchholz }) => buchholz)).size).toBe(1);
});
