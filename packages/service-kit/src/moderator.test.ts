import { describe, expect, test } from 'vitest';
import { createModerator, parseKeywords } from './moderator.ts';

const { moderate } = createModerator(['外挂', '代练', '加微信', 'VX', '２０块', 'bet365', ' --- ', '']);

describe('a moderator', () => {
  test.each([
    ['the word', '外挂'],
    ['in a line', '这个人开外挂的'],
    ['spaces between', '加 微　信'],
    ['punctuation between', '外。挂、外-挂'],
    ['signs and pictures between', '加+微🐯信'],
    ['zero-width characters between', '外\u200b挂 \u2060\ufeff'],
    ['a soft hyphen, a joiner, a filler between', '外\u00ad\u200d\u3164挂'],
    ['struck through', '外\u0336挂\u0336'],
    ['another case', 'vx', 'Vx'],
    ['full width', 'ＶＸ'],
    ['in a circle', 'ⓥⓧ'],
    ['full width in the list', '只要20 块'],
    ['a word among others', '有外挂机器人', '找代练习惯了', '添加微信号', '卖海外外挂'],
    ['a letter drawn out', '外外挂挂挂', 'vvvx'],
    ['Cyrillic and Greek letters', 'ѵх', 'νχ', 'ВЕТ365', 'вεт365'],
    ['marks on the letters', 'v̇ẍ', 'bét365'],
    ['every letter set apart by pauses', '快加，微，信吧', '加。微。信'],
    ['a pause where a clause of its own ends', '卖外，挂', '外，挂便宜', '来，外。挂'],
  ])('refuses %s', (_, ...texts) => {
    for (const text of texts) expect(moderate(text)).toBe('IMPROPER_TEXT');
  });

  test.each([
    ['another line', '请多指教'],
    ['half of a word', '窗外'],
    ['the characters in another order', '挂在外面'],
    ['other characters between', '外面挂着'],
    ['a pause between two clauses', '另外，挂机的别来', '此外：挂着吧', '下一步加，微信里说'],
    ['the end of one word and the beginning of the next', '这个年代练习的人少', '此外挂号要早'],
    ['another number', '200块', '22块'],
    ['other letters', 'ох', 'уважаемые'],
    ['signs alone', '---！？ ……'],
    ['nothing', ''],
  ])('accepts %s', (_, ...texts) => {
    for (const text of texts) expect(moderate(text)).toBeNull();
  });

  test('accepts everything without keywords', () => {
    expect(createModerator([]).moderate('外挂')).toBeNull();
  });
});

test('a keyword file has one keyword per line and ignores comments and empty lines', () => {
  expect(parseKeywords('\ufeff# 说明\r\n代练\r\n\r\n  加微信 \n #不算\n赌博 # 算\n')).toEqual([
    '代练',
    '加微信',
    '赌博 # 算',
  ]);
});
