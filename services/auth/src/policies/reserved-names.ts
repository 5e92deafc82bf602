import {
  EXPIRED_GUEST,
  GONE_NICKNAME,
  GUEST_ANIMALS,
  HOUSE_BOTS,
  UNKNOWN_NICKNAME,
} from '@doushouqi/protocol';
import { skeletonOf } from '@doushouqi/service-kit';

/** Titles of operators; no nickname contains one. */
const TITLES = [
  ...['管理员', '值守', '官方', '客服', '版主', '站长', '裁判', '工作人员', '山林后台'],
  ...['系统消息', '系统通知', '系统公告', '系统提示'],
];
/** Parts of the product; no nickname is one, alone or with anything that is not Chinese. */
const PARTS = [
  ...['系统', '电脑', '机器人', '红方', '蓝方', '斗兽棋', UNKNOWN_NICKNAME, GONE_NICKNAME],
  ...HOUSE_BOTS.map(({ nickname }) => nickname),
];
/** The screen shows a guest as `游客·小豹 2718`; no nickname begins like it. */
const GUESTS = [EXPIRED_GUEST, '访客'];
/** Titles of operators; no name contains one as a whole word. */
const TITLE_WORDS = [
  ...['admin', 'administrator', 'moderator', 'operator', 'official', 'referee', 'staff', 'webmaster'],
  ...['guanliyuan', 'guanfang', 'kefu', 'caipan'],
];
/** Other words that no name has beside Chinese or a number. */
const WORDS = [
  ...TITLE_WORDS,
  ...['system', 'support', 'computer', 'robot', 'guest', 'root', 'xitong', 'jiqiren', 'youke', 'doushouqi'],
];

/** Traditional forms of the letters above, each before its simplified form. */
const TRADITIONAL =
  '員员長长統统電电腦脑機机紅红藍蓝鬥斗鬪斗鬭斗獸兽遊游訪访戶户關关註注銷销貓猫獅狮係系繫系後后臺台';
const SIMPLIFIED = new Map(Array.from(TRADITIONAL.matchAll(/(.)(.)/gu), ([, from, to]) => [from!, to!]));
/** Digits and signs that are written for Latin letters; `1` and `0` are letters of a skeleton already. */
const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  $: 's',
  '5': 's',
  '!': 'i',
  '3': 'e',
  '7': 't',
};

function anyOf(words: readonly string[]): string {
  return `(?:${words.map(skeletonOf).join('|')})`;
}
/** Digits of a skeleton, where `1` and `0` are letters. */
const NUMBER = '[lo2-9]*';
const CHINESE = new RegExp(`${anyOf(TITLES)}|^${anyOf(PARTS)}$|^${anyOf(GUESTS)}`, 'u');
const LATIN = new RegExp(`(?<![a-z])${anyOf(WORDS)}${NUMBER}(?![a-z])`, 'u');
const LATIN_PART = new RegExp(`^${anyOf(TITLE_WORDS)}${NUMBER}$`, 'u');
const GENERATED = new RegExp(`^小[${GUEST_ANIMALS.join('')}][lo2-9]{4,}$`, 'u');

/** Returns the skeleton of a name in simplified characters. */
function simplifiedSkeletonOf(name: string): string {
  return [...skeletonOf(name)].map((letter) => SIMPLIFIED.get(letter) ?? letter).join('');
}

/** Returns the ways to read a name that differ by what signs and digits stand for. */
function readingsOf(name: string): string[] {
  const plain = name.normalize('NFKC');
  return [plain, plain.replace(/\p{S}/gu, ''), plain.replace(/[@4$5!37]/g, (sign) => SIGNS[sign]!)];
}

/** Returns whether a username looks like the operators or a part of the product. Pure. */
export function isReservedUsername(username: string): boolean {
  return readingsOf(username).some(
    (one) =>
      LATIN.test(skeletonOf(one)) ||
      one.split(/[\p{P}\p{Z}]+/u).some((part) => part !== '' && LATIN_PART.test(skeletonOf(part))),
  );
}

/** Returns whether a nickname looks like a generated one of a guest. Pure. */
export function isGuestNickname(nickname: string): boolean {
  return GENERATED.test(simplifiedSkeletonOf(nickname));
}

/** Returns whether a nickname looks like the operators, the product, a guest without a name, or a side. Pure. */
export function isReservedNickname(nickname: string): boolean {
  const chinese = simplifiedSkeletonOf(nickname).replace(/[^\p{Script=Han}]/gu, '');
  return CHINESE.test(chinese) || isReservedUsername(nickname);
}
