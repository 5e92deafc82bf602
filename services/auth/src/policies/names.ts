import { GONE_NICKNAME, UNKNOWN_NICKNAME } from '@doushouqi/protocol';
import { skeletonOf } from '@doushouqi/service-kit';

/** Longest key that is split: one character may become 18 in its compatibility form. */
const KEY_LENGTH = 64;

/** Returns the search form of a text, without case and width. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Returns every suffix of both names: any part of a name is a prefix of one of them. */
export function namePartsOf(username: string, nickname: string): string[] {
  const ends = [username, nickname].flatMap((name) => {
    const letters = [...searchKey(name)].slice(0, KEY_LENGTH);
    return letters.map((_, index) => letters.slice(index).join(''));
  });
  return [...new Set(ends)];
}

/** The last code point, which no text contains: the end of a prefix range. */
const LAST = '\u{10ffff}';
/** Beginnings of the unique keys of accounts without a username, sorted. No username contains a colon. */
export const NAMELESS = { gone: 'gone:', guest: 'guest:' } as const;

/** A range of texts in an index. */
export interface TextRange {
  $gte: string;
  $lt: string;
}

/** Returns the range of the texts that begin with a prefix. */
export function prefixRange(prefix: string): TextRange {
  return { $gte: prefix, $lt: prefix + LAST };
}

/**
 * Returns the ranges of unique keys, sorted, that hold every username with a prefix and no account without a username.
 * Empty if no username begins with it. Pure.
 */
export function usernameRanges(prefix: string): TextRange[] {
  if (!/^[a-z0-9_]+$/.test(prefix)) return [];
  const left = Object.values(NAMELESS).filter((key) => key.startsWith(prefix));
  const starts = [prefix, ...left.map((key) => key + LAST)];
  const ends = [...left, prefix + LAST];
  return starts.map((start, index) => ({ $gte: start, $lt: ends[index]! }));
}

/** Titles of operators; no nickname contains one. */
const TITLES = ['管理员', '管理員', '官方', '客服', '版主', '站长', '系统消息', '系统通知'];
/** Parts of the product; no nickname is one, alone or with a number. */
const PARTS = [
  '系统',
  '电脑',
  '電腦',
  '机器人',
  '機器人',
  '红方',
  '蓝方',
  '紅方',
  '藍方',
  UNKNOWN_NICKNAME,
  GONE_NICKNAME,
  '斗兽棋',
];
/** Words that no nickname contains as a whole word. */
const WORDS = ['admin', 'administrator', 'moderator', 'official', 'system', 'support', 'computer', 'robot'];

function anyOf(words: readonly string[]): string {
  return `(?:${words.map(skeletonOf).join('|')})`;
}
/** Digits of a skeleton, where `1` and `0` are letters. */
const NUMBER = '[lo2-9]*';
const RESERVED = new RegExp(
  [anyOf(TITLES), `^${anyOf(PARTS)}${NUMBER}$`, `(?<![a-z])${anyOf(WORDS)}${NUMBER}(?![a-z])`].join('|'),
  'u',
);

/** Returns whether a nickname looks like the operators, the computer or a side. Pure. */
export function isReservedNickname(nickname: string): boolean {
  return RESERVED.test(skeletonOf(nickname));
}
