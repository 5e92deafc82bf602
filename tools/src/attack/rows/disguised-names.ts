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
  '系統',
  '系统管理员',
  '遊客',
  '游客·小豹',
  '裁判',
  '站長',
  '管|理|员',
  '官☆方',
  'adm1n',
  'admin wang',
  // Generated nicknames are for guests.
  '小豹 2718',
  '小獅 １２３４',
] as const;
const RESERVED_USERNAMES = ['admin', 'Adm1n_', 'the_admin', 'kefu', 'guest_1', 'system'] as const;

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

function newUsername(): string {
  return `u_${randomBytes(6).toString('hex')}`;
}

async function register(
  { platform, newAddress }: Target,
  nickname: string,
  username = newUsername(),
): Promise<unknown> {
  const body = { username, nickname, password: PASSWORD, confirmPassword: PASSWORD };
  return await outcome(apiFrom(platform.url, newAddress(), null).register({ body }));
}

/** Makes a guest, who then registers with other names. Returns the outcomes. */
async function enter({ platform, newAddress }: Target, names: readonly string[]): Promise<unknown[]> {
  const address = newAddress();
  const { access_token } = await apiFrom(platform.url, address, null).createGuest({ body: {} });
  const api = apiFrom(platform.url, address, access_token);
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const outcomes: unknown[] = [];
  for (const nickname of names)
    outcomes.push(
      await outcome(api.registerGuest({ body: { username: newUsername(), nickname, ...passwords } })),
    );
  return outcomes;
}

export const disguisedNames: Attack = {
  name: 'disguised-names',
  what: 'Visitors and guests register with names that resemble those of a player, an operator, the computer, a side or a guest.',
  aim: 'Each is refused; the exact name and an ordinary name are accepted.',
  async run(target) {
    // The store of a composed product still has the names of earlier runs.
    const name = `oscar${randomBytes(3).toString('hex')}`;
    const own = await register(target, name);
    const alike: unknown[] = [];
    for (const disguise of disguisesOf(name)) alike.push(await register(target, disguise));
    const reserved: unknown[] = [];
    for (const disguise of RESERVED) reserved.push(await register(target, disguise));
    reserved.push(...(await enter(target, RESERVED)));
    const usernames: unknown[] = [];
    for (const one of RESERVED_USERNAMES)
      usernames.push(await register(target, `bino${randomBytes(3).toString('hex')}`, one));
    const other = await register(target, `bino${randomBytes(3).toString('hex')}`);
    const [likePlayer, likeOperator, ordinary, named] = [alike, reserved, [own, other], usernames].map(
      tallyOf,
    );
    const figures = {
      'like a player': inWords(likePlayer!),
      reserved: inWords(likeOperator!),
      usernames: inWords(named!),
      ordinary: inWords(ordinary!),
    };
    const isRefused =
      isOnly(likePlayer!, ['NICKNAME_TAKEN']) &&
      isOnly(likeOperator!, ['NICKNAME_RESERVED']) &&
      isOnly(named!, ['USERNAME_RESERVED']);
    return { figures, holds: isRefused && isOnly(ordinary!, ['taken']) };
  },
};
