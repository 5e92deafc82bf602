import type { StandingsRow } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { standingsCsv } from './csv.ts';

function row(nickname: string, changes: Partial<StandingsRow> = {}): StandingsRow {
  return {
    rank: 1,
    user: { _id: 'u', nickname, avatar: 'a.svg' },
    rating: 1_600,
    status: 'active',
    points: 6,
    wins: 2,
    draws: 0,
    losses: 1,
    isPlaying: false,
    scores: [2, 4, 0],
    performance: 1_688,
    ...changes,
  };
}

it('writes a byte order mark, a head and a line for each player', () => {
  expect(standingsCsv('arena', [row('山君')])).toBe(
    '\uFEFF名次,棋手,等级分,总分,胜,和,负,表现分,各局得分\r\n1,山君,1600,6,2,0,1,1688,2 4 0\r\n',
  );
});

it.each([
  ['=HYPERLINK("a")', `"'=HYPERLINK(""a"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  [' =1', "' =1"],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
])('escapes %j', (nickname, cell) => {
  expect(standingsCsv('arena', [row(nickname)])).toContain(`1,${cell},1600`);
});

it('writes rounds and tie-breaks of a Swiss in words', () => {
  const tieBreaks = { buchholzCut: 4, buchholz: 5.5, sonnebornBerger: 3, wins: 2 };
  const text = standingsCsv('swiss', [
    row('山君', { points: 2.5, cells: ['win', 'halfBye', 'draw'], tieBreaks }),
  ]);
  expect(text).toContain('1,山君,1600,2.5,2,0,1,4,5.5,3,胜 半分轮空 和\r\n');
});
