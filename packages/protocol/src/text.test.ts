import { describe, expect, test } from 'vitest';
import { nickname } from './index.ts';
import { PUBLIC_ROUTES, ROUTES, writtenText } from './server.ts';

const TO = 'a'.repeat(24);
const said = writtenText(200);

/** Every schema of text that other users see. */
const SCHEMAS: [string, (text: string) => { success: boolean; error?: { issues: { message: string }[] } }][] =
  [
    ['a nickname', (text) => nickname.safeParse(text)],
    [
      'a registration',
      (text) =>
        PUBLIC_ROUTES.register.body.safeParse({
          username: 'abc',
          nickname: text,
          password: '12345678',
          confirmPassword: '12345678',
        }),
    ],
    ['the lobby', (content) => ROUTES.sayInLobby.body.safeParse({ content })],
    ['the chat of a room', (content) => ROUTES.sayInRoom.body.safeParse({ content })],
    ['a private message', (content) => ROUTES.sendMessage.body.safeParse({ toId: TO, content })],
    [
      'a private message to the opponent',
      (content) => ROUTES.deliverMessage.body.safeParse({ fromId: TO, toId: TO, content }),
    ],
  ];

describe.each(SCHEMAS)('%s', (_, check) => {
  test.each([
    ['the Hangul filler', '\u3164'],
    ['the Hangul filler of half width', '山\uffa0'],
    ['Hangul fillers of syllables', '\u115f\u1160'],
    ['Braille without dots', '山\u2800君'],
    ['a variation selector alone', '\ufe0f'],
    ['a variation selector on a letter', '山\ufe0f'],
    ['a grapheme joiner', '山\u034f君'],
    ['zero-width spaces and joiners', '山\u200b\u200c\u200d君'],
    ['a joiner after a picture', '🐘\u200d'],
    ['a byte order mark', '山\ufeff君'],
    ['a soft hyphen', '山\u00ad君'],
    ['turns of the line', '\u202e君山'],
    ['isolates', '\u2066山\u2069'],
    ['marks of direction', '山\u200f'],
    ['tags', `山${String.fromCodePoint(0xe0041, 0xe0042)}`],
    ['tags in a flag that is none', `🏴${String.fromCodePoint(0xe0041, 0xe0042, 0xe007f)}`],
    ['a Mongolian separator', '山\u180e君'],
    ['a Khmer vowel without a shape', '山\u17b4'],
    ['a notehead without a shape', '山\u{1d159}'],
    ['controls', '山\u0007君'],
    ['line ends', '山\u2028君'],
    ['half of a character', '山\ud83d'],
    ['the other half', '\udc18山'],
    ['a character that is none', '山\ufffe'],
    ['private use', '山\ue000'],
    ['a pile of marks', `Z${'\u0300\u0316'.repeat(4)}`],
    ['three marks of every script', 'a\u0330\u0320\u0335'],
    ['four marks of a script', 'ก็็็็'],
    ['an enclosing mark', '山\u20dd'],
    ['a mark before everything', '\u0300山'],
    ['a mark on a space', '山 \u0336君'],
  ])('refuses %s', (__, text) => {
    const { success, error } = check(text);
    expect([text, success]).toEqual([text, false]);
    expect(error?.issues[0]?.message).toMatch(/含有不可见字符/);
  });

  test.each([
    '山君',
    '木兰 🐘',
    'Ångström',
    'Nguyễn Thị',
    'ที่นี่น้ำ',
    'हिन्दी',
    'བསྒྲུབས',
    'ཧཱུྃ',
    'العربية',
    'שָׁלוֹם',
    '한국어',
    'ゔぁガ',
    '★☆①㊙',
    '💯%',
    '👍🏽',
    '❤️',
    '☺︎',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🧑🏻‍❤️‍💋‍🧑🏿',
    '🏃🏾‍♀️‍➡️',
    '1️⃣#️⃣',
    '🇨🇳🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  ])('takes %s', (text) => {
    expect([text, check(text).success]).toEqual([text, true]);
  });
});

test('composes and trims accepted text, and leaves emoji unchanged', () => {
  expect(said.parse(' e\u0301 👨‍👩‍👧‍👦❤️ ')).toBe('é 👨‍👩‍👧‍👦❤️');
  expect(nickname.parse('\u3000山\u3000')).toBe('山');
});

test.each(['', ' ', '\u3000\u00a0'])('refuses blank text (%j)', (text) => {
  expect(said.safeParse(text).error?.issues[0]?.message).toBe('请输入内容');
  expect(nickname.safeParse(text).error?.issues[0]?.message).toBe('请输入昵称');
});
