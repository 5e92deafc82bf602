import { skeletonOf } from '@doushouqi/service-kit';

/** Longest key that is split into parts: one character may become eighteen by its compatibility form. */
const KEY_LENGTH = 64;

/** What names and keywords are compared by in a search: neither case nor width counts. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Every end of the two names: whatever one of them holds is the beginning of one of these. */
export function namePartsOf(username: string, nickname: string): string[] {
  const ends = [username, nickname].flatMap((name) => {
    const letters = [...searchKey(name)].slice(0, KEY_LENGTH);
    return letters.map((_, index) => letters.slice(index).join(''));
  });
  return [...new Set(ends)];
}

/** Of the operators: no nickname holds one. */
const TITLES = ['管理员', '管理員', '官方', '客服', '版主', '站长', '系统消息', '系统通知'];
/** Of a part of the product: no nickname is one, nor one with a number. */
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
  '未知棋手',
  '斗兽棋',
];
/** No nickname holds one of these as a word of its own. */
const WORDS = ['admin', 'administrator', 'moderator', 'official', 'system', 'support', 'computer', 'robot'];

function anyOf(words: readonly string[]): string {
  return `(?:${words.map(skeletonOf).join('|')})`;
}
/** Figures of a skeleton, where `1` and `0` are letters. */
const NUMBER = '[lo2-9]*';
const RESERVED = new RegExp(
  [anyOf(TITLES), `^${anyOf(PARTS)}${NUMBER}$`, `(?<![a-z])${anyOf(WORDS)}${NUMBER}(?![a-z])`].join('|'),
  'u',
);

/** Whether a nickname could be taken for the operators, the computer or a side, however it is dressed. Pure. */
export function isReservedNickname(nickname: string): boolean {
  return RESERVED.test(skeletonOf(nickname));
}
