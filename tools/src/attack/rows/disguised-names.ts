import { randomBytes } from 'node:crypto';
import { apiFrom } from '@doushouqi/service-kit/testing';
import type { Attack, Target } from '../attack.ts';
import { inWords, isOnly, outcome, tallyOf } from '../outcome.ts';

const PASSWORD = 'correct horse';
/** Reserved names, plain and disguised. */
const RESERVED = [
  '管理员',
  '官 方 客 服',
  '客·服',
  'ａｄｍｉｎ',
  'Аdmin',
  '𝐚𝐝𝐦𝐢𝐧',
  '电脑2',
  '机器人',
  '红方',
  '蓝方。',
] as const;

/**
 * Names that look like `name`, which contains an `o` and an `a`: by width, case, Cyrillic letters, digits and marks.
 */
function disguisesOf(name: string): string[] {
  const wide = [...name].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');
  return [
    wide,
    name.toUpperCase(),
    name.replace('o', 'о').replace('a', 'а'),
    name.replace('o', '0'),
    name.replace('a', 'á'),
    `${name.slice(0, 2)}·${name.slice(2)}`,
  ];
}

async function register({ platform, newAddress }: Target, nickname: string): Promise<unknown> {
  const username = `u_${randomBytes(6).toString('hex')}`;
  const body = { username, nickname, password: PASSWORD, confirmPassword: PASSWORD };
  return await outcome(apiFrom(platform.url, newAddress(), null).register({ body }));
}

export const disguisedNames: Attack = {
  name: 'disguised-names',
  what: 'Accounts register with nicknames that resemble those of a player, an operator, the computer or a side.',
  aim: 'Each is refused; the exact name and an ordinary name are accepted.',
  async run(target) {
    // The store of a composed product still has the names of earlier runs.
    const name = `oscar${randomBytes(3).toString('hex')}`;
    const own = await register(target, name);
    const alike: unknown[] = [];
    for (const disguise of disguisesOf(name)) alike.push(await register(target, disguise));
    const reserved: unknown[] = [];
    for (const disguise of RESERVED) reserved.push(await register(target, disguise));
    const other = await register(target, `bino${randomBytes(3).toString('hex')}`);
    const [likePlayer, likeOperator, ordinary] = [alike, reserved, [own, other]].map(tallyOf);
    const figures = {
      'like a player': inWords(likePlayer!),
      reserved: inWords(likeOperator!),
      ordinary: inWords(ordinary!),
    };
    const isRefused = isOnly(likePlayer!, ['NICKNAME_TAKEN']) && isOnly(likeOperator!, ['NICKNAME_RESERVED']);
    return { figures, holds: isRefused && isOnly(ordinary!, ['taken']) };
  },
};
