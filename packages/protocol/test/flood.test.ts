import { describe, expect, test } from 'vitest';
import { LINES_TO_JUDGE, lineRefusal, type SaidLine } from '../src/index.ts';

const T = 1_700_000_000_000;
/** Lines said from `T` on, a tenth of a second apart. */
const said = (...contents: string[]): SaidLine[] =>
  contents.map((content, i) => ({ content, timestamp: T + i * 100 }));

describe('a flood', () => {
  test.each([
    ['the first line', [], '一', 0, null],
    ['a fourth line at once', ['一', '二', '三'], '四', 300, null],
    ['a fifth line at once', ['一', '二', '三', '四'], '五', 400, 'CHAT_FLOOD'],
    ['a fifth line just within ten seconds', ['一', '二', '三', '四'], '五', 9_999, 'CHAT_FLOOD'],
    ['a fifth line after ten seconds', ['一', '二', '三', '四'], '五', 10_000, null],
    ['a courtesy as a fifth line', ['一', '二', '三', '四'], '谢谢', 9_999, 'CHAT_FLOOD'],
    ['lines by a clock that is ahead', ['一', '二', '三', '四'], '五', -5_000, 'CHAT_FLOOD'],
  ] as const)('%s', (_, before, content, later, code) => {
    expect(lineRefusal(said(...before), content, T + later)).toBe(code);
  });
});

describe('a repetition', () => {
  test.each([
    ['the same', ['快点'], '快点', 'CHAT_REPEAT'],
    ['but for spaces and signs', ['快点'], ' 快 点！！', 'CHAT_REPEAT'],
    ['but for case and drawn-out letters', ['Go'], 'gooo', 'CHAT_REPEAT'],
    ['the last but one', ['快点', '在吗'], '快点', 'CHAT_REPEAT'],
    ['the last but two', ['快点', '在吗', '喂'], '快点', null],
    ['other signs alone', ['！！'], '？？', null],
    ['a courtesy', ['谢谢', '谢谢！'], '谢谢', null],
    ['a line with a courtesy in it', ['谢谢你'], '谢谢你', 'CHAT_REPEAT'],
  ] as const)('%s', (_, before, content, code) => {
    expect(lineRefusal(said(...before), content, T + 1_000)).toBe(code);
  });

  test.each([
    [59_999, 'CHAT_REPEAT'],
    [60_000, null],
  ])('after %i ms: %s', (later, code) => {
    expect(lineRefusal(said('快点'), '快点', T + later)).toBe(code);
  });
});

test('the last lines alone decide', () => {
  const own = said('快点', '一', '二', '三', '四', '五');
  for (const content of ['五', '快点', '六']) {
    for (const later of [600, 10_300, 70_000]) {
      const all = lineRefusal(own, content, T + later);
      expect(lineRefusal(own.slice(-LINES_TO_JUDGE), content, T + later)).toBe(all);
    }
  }
});
