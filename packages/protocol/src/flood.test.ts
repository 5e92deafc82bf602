import { describe, expect, test } from 'vitest';
import { MESSAGES_TO_JUDGE, messageRefusal, type SaidMessage } from './index.ts';

const T = 1_700_000_000_000;
/** Messages from `T` on, 100 ms apart. */
function said(...contents: string[]): SaidMessage[] {
  return contents.map((content, i) => ({ content, timestamp: T + i * 100 }));
}

describe('a flood', () => {
  test.each([
    ['the first message', [], '一', 0, null],
    ['a fourth message at once', ['一', '二', '三'], '四', 300, null],
    ['a fifth message at once', ['一', '二', '三', '四'], '五', 400, 'CHAT_FLOOD'],
    ['a fifth message just within ten seconds', ['一', '二', '三', '四'], '五', 9_999, 'CHAT_FLOOD'],
    ['a fifth message after ten seconds', ['一', '二', '三', '四'], '五', 10_000, null],
    ['a courtesy as a fifth message', ['一', '二', '三', '四'], '谢谢', 9_999, 'CHAT_FLOOD'],
    ['messages by a clock that is ahead', ['一', '二', '三', '四'], '五', -5_000, 'CHAT_FLOOD'],
  ] as const)('%s', (_, before, content, later, code) => {
    expect(messageRefusal(said(...before), content, T + later)).toBe(code);
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
    ['a message with a courtesy in it', ['谢谢你'], '谢谢你', 'CHAT_REPEAT'],
  ] as const)('%s', (_, before, content, code) => {
    expect(messageRefusal(said(...before), content, T + 1_000)).toBe(code);
  });

  test.each([
    [59_999, 'CHAT_REPEAT'],
    [60_000, null],
  ])('after %i ms: %s', (later, code) => {
    expect(messageRefusal(said('快点'), '快点', T + later)).toBe(code);
  });
});

test('considers only the last messages', () => {
  const own = said('快点', '一', '二', '三', '四', '五');
  for (const content of ['五', '快点', '六']) {
    for (const later of [600, 10_300, 70_000]) {
      const all = messageRefusal(own, content, T + later);
      expect(messageRefusal(own.slice(-MESSAGES_TO_JUDGE), content, T + later)).toBe(all);
    }
  }
});
