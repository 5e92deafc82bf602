import {
  formatPositionString,
  lastPath,
  nodeAt,
  outcome,
  positionOf,
  samePosition,
  startPosition,
} from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyGame, NOTATIONS, POSITIONS, playPicks, seeded } from '../../../../test/studies.ts';
import { importText } from '../messages.ts';
import { IMPORT_LENGTH, readImport } from './read-import.ts';

const START_FEN = 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w';
const START_CODE = '06680846264657170662640842044215160020'.slice(0, 32);

describe('reads any game unchanged', () => {
  test.each(Object.keys(NOTATIONS))('from its %s', (name) => {
    fc.assert(
      fc.property(anyGame, (game) => {
        const read = readImport(NOTATIONS[name]!(game));
        if (!read.ok || read.value.kind !== 'games') throw new Error(JSON.stringify(read));
        expect(read.value.games).toHaveLength(1);
        const { tree } = read.value.games[0]!;
        expect(nodeAt(tree, lastPath(tree, '')!)?.game).toEqual(game);
      }),
      { numRuns: 60 },
    );
  });

  test.each(Object.keys(POSITIONS))('position from the %s', (name) => {
    fc.assert(
      fc.property(anyGame, (game) => {
        const read = readImport(POSITIONS[name]!(game));
        if (!read.ok || read.value.kind !== 'position') throw new Error(JSON.stringify(read));
        // A code does not contain the side to move.
        const wanted = positionOf(game);
        if (name === 'fen') expect(samePosition(read.value.position, wanted)).toBe(true);
        else expect(POSITIONS.code!({ ...game, position: read.value.position })).toBe(POSITIONS.code!(game));
      }),
      { numRuns: 60 },
    );
  });
});

test.each([
  ['', '请先粘贴内容或选择文件'],
  ['  \n ', '请先粘贴内容或选择文件'],
  ['x'.repeat(IMPORT_LENGTH + 1), '内容太长，最多约一百万字'],
  ['0668084', '局面代码无效：须为 32 位数字'],
  [`${START_CODE}9`, '局面代码无效：须为 32 位数字'],
  [`${START_CODE.slice(0, 31)}x`, '局面代码无效：须为 32 位数字'],
  ['9'.repeat(32), '局面代码无效：没有棋子'],
  ['38'.padEnd(32, '9'), '设置棋盘状态失败：棋子不能放入兽穴'],
  ['13'.padEnd(32, '9'), '设置棋盘状态失败：只有鼠可以下河'],
  ['0606'.padEnd(32, '9'), '设置棋盘状态失败：该处已有棋子'],
  [START_FEN.replace('l', 'x'), '无效的棋子字符 x'],
  [START_FEN.replace('T5L', 'T5*'), '无效的棋子字符 *'],
  [START_FEN.replace('T5L', 'T5('), '无效的棋子字符 ('],
  ['0'.repeat(31), '局面代码无效：须为 32 位数字'],
  [START_FEN.replace(' w', ''), '无效的棋盘数据'],
  [START_FEN.replace('7/7/7', '7/7'), '无效的棋盘数据'],
  [START_FEN.replace('7/7/7', '1c5/7/7'), '设置棋盘状态失败：只有鼠可以下河'],
  ['000090', '无效的棋谱格式：至少要有一步棋'],
  ['0001909', '无效的棋谱格式：第 1 步，无法识别'],
  ['000190805808', '无效的棋谱格式：第 2 步，不符合走棋规则'],
  ['1. 象A3→A4 象G7→G5', '无效的棋谱格式：第 2 步，不符合走棋规则'],
  ['1. 象A3→A4 猫G7→G5', '无效的棋谱格式：第 2 步，没有选中棋子'],
  ['今天天气不错', '无效的棋谱格式：第 1 步，无法识别'],
  ['结果：红方胜（进穴）', '无效的棋谱格式：至少要有一步棋'],
  ['[Event "空"]\n\n*', '无效的棋谱格式：至少要有一步棋'],
  ['[Event "空"]\n\n1. 象A3→A4\n象G7→G9 *', '无效的棋谱格式：第 1 局 第 4 行 第 2 步，不符合走棋规则'],
  ['1. 象A3→A4 *\n1. 象A3→A4 1-0', '无效的棋谱格式：第 2 局 第 2 行，结果与着法不符'],
  ['{"a": 1}', '无效的棋谱格式：不是导出的棋谱文件'],
  ['{"games": []}', '无效的棋谱格式：不是导出的棋谱文件'],
  ['{"games": ', '无效的棋谱格式：不是导出的棋谱文件'],
  ['{"record": "000190805808"}', '无效的棋谱格式：第 2 步，不符合走棋规则'],
  ['{"record": "000190805", "ruleSet": "chess"}', '无效的棋谱格式：不是导出的棋谱文件'],
  ['{"record": "000190805", "start": "nonsense"}', '无效的棋谱格式：不是导出的棋谱文件'],
])('refuses %.40j with an error', (text, message) => {
  const read = readImport(text);
  if (read.ok) throw new Error('it was read');
  expect(importText(read.error)).toBe(message);
});

test('reads a code with line breaks, and a record with another count of rounds', () => {
  const code = readImport(formatPositionString(startPosition()).replace(/^.{20}/, '$&\n '));
  expect(code.ok && code.value.kind).toBe('position');
  const steps = Array.from({ length: 107 }, (_, round) => (round % 2 === 0 ? '807707' : '806706'));
  const record = readImport(`010690${steps.join('')}`);
  expect(record.ok ? record.value.kind : record.error.code).not.toBe('CODE');
});

test('reads the exported code of a board with one piece', () => {
  const read = readImport(
    JSON.stringify({ record: '000090', ruleSet: 'online-1', start: '7/7/7/7/7/7/7/7/E6 w' }),
  );
  expect(read.ok && read.value.kind).toBe('games');
});

test('reads a start position in common formats', () => {
  const read = readImport(`\uFEFF  ${START_FEN}\r\n`);
  expect(
    read.ok && read.value.kind === 'position' && samePosition(read.value.position, startPosition()),
  ).toBe(true);
});

test('reads a game of the service, one of an export, and several of them', () => {
  const one = {
    record: '000190805',
    ruleSet: 'online-1',
    start: null,
    players: { red: { nickname: '山君' }, blue: { nickname: '苍狼' } },
    timeControl: { initial: 5, increment: 3 },
    type: 'online',
    startTime: new Date(2026, 10, 22, 20).getTime(),
    endTime: new Date(2026, 10, 23, 1).getTime(),
    moveTimes: [2_500],
  };
  const read = readImport(JSON.stringify({ games: [one, { ...one, moveTimes: ['x'] }] }));
  if (!read.ok || read.value.kind !== 'games') throw new Error(JSON.stringify(read));
  expect(read.value.games.map(({ times }) => times)).toEqual([[2.5], []]);
  expect(read.value.games[0]?.headers).toEqual({
    Event: '联机对局',
    Date: '2026.11.22',
    Red: '山君',
    Blue: '苍狼',
    TimeControl: '300+3',
  });
  const stored = {
    notation: { record: one.record, moves: [{ timestamp: 4_000 }] },
    ruleSet: 'online-1',
    startTime: 1_000,
  };
  const again = readImport(JSON.stringify(stored));
  expect(again.ok && again.value.kind === 'games' && again.value.games[0]?.times).toEqual([3]);
});

test('reads games by other rule sets with those rules', () => {
  const there = ['象A3→A4', '象G7→G6', '象A4→A3', '象G6→G7'];
  const shuffle = Array.from({ length: 240 }, (_, ply) => there[ply % 4]).join(' ');
  const read = readImport(shuffle);
  expect(read.ok && read.value.kind === 'games' && outcome(read.value.games[0]!.tree.played).winner).toBe(
    null,
  );
});

/** Damaged text: cut, doubled, mistyped, mixed with other text, out of order. */
const JUNK = [
  '',
  '0',
  '9',
  'x',
  'w',
  '/',
  ' ',
  '\n',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  '\\',
  '→',
  '鼠',
  '*',
  '\0',
  '\uD800',
  '😀',
  '[%draw ',
  '1-0',
];

function mutate(text: string, other: string, random: () => number): string {
  const pick = (size: number) => Math.floor(random() * size);
  const at = pick(text.length + 1);
  const end = Math.min(text.length, at + 1 + pick(6));
  const kinds = [
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, at) + JUNK[pick(JUNK.length)] + text.slice(at),
    () => text.slice(0, at) + JUNK[pick(JUNK.length)] + text.slice(end),
    () => text + text,
    () => text.slice(0, at) + other.slice(pick(other.length + 1)),
    () => [...text].reverse().join(''),
    () => text.slice(0, at) + text.slice(at, end) + text.slice(at),
    () => text.toLowerCase().replaceAll(' ', '\t\r\n'),
  ];
  return kinds[pick(kinds.length)]!();
}

describe('reads three hundred damaged texts of each kind or refuses them with an error', () => {
  const forms = { ...NOTATIONS, ...POSITIONS };
  test.each(Object.keys(forms))('%s', (name) => {
    const random = seeded(Object.keys(forms).indexOf(name) + 1);
    const refused: string[] = [];
    for (let count = 0; count < 300; count++) {
      const game = playPicks(
        Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.floor(random() * 32)),
      );
      const other = Object.values(forms)[Math.floor(random() * 6)]!(game);
      let broken = forms[name]!(game);
      for (let times = 0; times <= random() * 3; times++) broken = mutate(broken, other, random);
      const read = readImport(broken);
      if (read.ok) {
        if (read.value.kind === 'games') expect(read.value.games.length).toBeGreaterThan(0);
        continue;
      }
      const message = importText(read.error);
      expect(message).not.toMatch(/analysis\.|\{\{|undefined|^$/);
      refused.push(message);
    }
    expect(refused.length).toBeGreaterThan(100);
  });
});
