import { createHash } from 'node:crypto';
import { ApiError, GUEST_LIFE, hasZeroBits, type ProofChallenge, provenText } from '@doushouqi/protocol';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { times } from '../../numbers.ts';
import { NotConnected } from '../../raw-socket.ts';
import {
  type Attack,
  exactly,
  info,
  is,
  isRefused,
  only,
  outcome,
  tally,
  tallyInOrder,
  tallyOf,
} from '../attack.ts';
import { chosen, newUsername, PASSWORD, randomId, type Target } from '../target.ts';

/** Reserved names, plain and disguised; the last two are like generated nicknames, which are for guests. */
const RESERVED =
  '管理员,官 方 客 服,客·服,ａｄｍｉｎ,Аdmin,𝐚𝐝𝐦𝐢𝐧,电脑2,机器人,红方,蓝方。,系統,系统管理员,遊客,游客·小豹,裁判,站長,管|理|员,官☆方,adm1n,admin wang,小豹 2718,小獅 １２３４'.split(
    ',',
  );
const RESERVED_USERNAMES = ['admin', 'Adm1n_', 'the_admin', 'kefu', 'guest_1', 'system'];

/**
 * Names that look like `name`, which contains an `o` and an `a`: by width, case, Cyrillic letters, digits and marks.
 */
function disguisesOf(name: string): string[] {
  return [
    [...name].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join(''),
    name.toUpperCase(),
    name.replace('o', 'о').replace('a', 'а'),
    name.replace('o', '0'),
    name.replace('a', 'á'),
    `${name.slice(0, 2)}·${name.slice(2)}`,
  ];
}

function solve(challenge: ProofChallenge): number {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(provenText(challenge, nonce)).digest();
    if (hasZeroBits(hash, challenge.difficulty)) return nonce;
  }
}

function form() {
  return { body: { username: newUsername(), ...chosen(PASSWORD) } };
}

/** Returns the token with another payload under the old signature. */
function withoutClaim(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const { guest: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/** Registers a guest while its token is renewed without pause. Returns the tokens of the renewals. */
async function registerBesideRenewals(t: Target, address: string): Promise<string[]> {
  const { api } = await t.guest(address);
  const renewed: string[] = [];
  let isOver = false;
  const renewals = times(8, async () => {
    while (!isOver) {
      const reply = await outcome(api.renewGuest());
      if (!isRefused(reply)) renewed.push(reply.access_token);
    }
  });
  await api.registerGuest(form()).finally(() => {
    isOver = true;
  });
  await renewals;
  return renewed;
}

export const GUESTS: readonly Attack[] = [
  {
    name: 'guest-flood',
    what: 'Makes 120 guests from one address, then uses one proof of work 20 times in parallel, and from another address.',
    aim: '10 guests without proof, one with it.',
    async run(t) {
      const [address, elsewhere] = [t.newAddress(), t.newAddress()];
      const create = (body: object, from = address) => t.as(null, from).createGuest({ body });
      const flood = await tally(120, () => create({}));
      const refusal = await create({}).catch((error: unknown) => error);
      if (!(refusal instanceof ApiError) || refusal.challenge === null)
        return { challenge: is(null, 'some') };
      const proof = { ...refusal.challenge, nonce: solve(refusal.challenge) };
      await tally(10, () => create({}, elsewhere));
      return {
        'without proof': exactly(flood, 10),
        'from another address': is(await outcome(create({ proof }, elsewhere)), 'PROOF_REQUIRED'),
        'one proof': exactly(await tally(20, () => create({ proof })), 1),
      };
    },
  },
  {
    name: 'guest-tokens',
    what: 'Uses the token of a guest after its expiry, after the registration, and with the claim removed.',
    aim: 'Every call is refused; nothing renews or registers by them.',
    async run(t) {
      const address = t.newAddress();
      const { token, userId, api } = await t.guest(address);
      const [issuedAt, lifetimeSeconds] = [Date.now() - GUEST_LIFE - 60_000, GUEST_LIFE / 1_000];
      const expired = signTestToken(userId, t.privateKey, { issuedAt, lifetimeSeconds, guest: true });
      const tryAll = (one: string) => {
        const as = t.as(one, address);
        return tallyInOrder(
          [
            () => as.getMe(),
            () => as.renewGuest(),
            () => as.registerGuest(form()),
            () => as.joinRoom({ body: { roomId: randomId(6) } }),
            () => as.joinPairing({ body: { initial: 5, increment: 3, rated: true } }),
          ],
          (call: () => Promise<unknown>) => call(),
        );
      };
      const [afterExpiry, changed] = [await tryAll(expired), await tryAll(withoutClaim(token))];
      await api.registerGuest(form());
      return {
        'after expiry': only(afterExpiry, 'TOKEN_EXPIRED'),
        'without the claim': only(changed, 'UNAUTHORIZED'),
        'after registration': only(await tryAll(token), 'TOKEN_EXPIRED'),
      };
    },
  },
  {
    name: 'guest-heirs',
    what: '10 guests register while 8 requests renew their tokens; the renewed tokens then read the accounts, renew themselves and connect.',
    aim: 'Every token of a guest ends with the registration, whatever its time of issue.',
    async run(t) {
      const outcomes: unknown[] = [];
      let renewed = 0;
      for (let n = 0; n < 10; n += 1) {
        const address = t.newAddress();
        const tokens = await registerBesideRenewals(t, address);
        renewed += tokens.length;
        for (const token of tokens) {
          const api = t.as(token, address);
          outcomes.push(await outcome(api.getMe()), await outcome(api.renewGuest()));
        }
        // The last renewals ended beside the registration.
        for (const token of tokens.slice(-2))
          outcomes.push(
            await t.connect(token, address).catch((error: unknown) => {
              if (error instanceof NotConnected) return error.message;
              throw error;
            }),
          );
      }
      return {
        'renewed tokens': [renewed, renewed > 0],
        'their requests': only(tallyOf(outcomes), 'TOKEN_EXPIRED'),
      };
    },
  },
  {
    name: 'untimed-flood',
    what: 'Two guests start 15 games without clocks, and 65 users of one address open 650 such rooms.',
    aim: '2 games of the guests, 600 seats of the address.',
    slow: true,
    async run(t) {
      const [one, other] = await Promise.all([t.guest(), t.guest()]);
      const games = await tallyInOrder([...Array(15).keys()], async () => {
        const roomId = randomId();
        await outcome(one.api.joinRoom({ body: { roomId, timeControl: null } }));
        return other.api.joinRoom({ body: { roomId, create: false } });
      });
      const address = t.newAddress();
      const users = Array.from({ length: 65 }, () => t.as(t.newUser().token, address));
      const open = (n: number) =>
        outcome(users[Math.floor(n / 10)]!.joinRoom({ body: { roomId: randomId(), timeControl: null } }));
      const rooms = tallyOf(await times(650, open, 5));
      return {
        games: exactly(games, 2),
        'rooms of the address': exactly(rooms, 600),
        'refused there': exactly(rooms, 50, 'ADDRESS_TOO_MANY_GAMES'),
      };
    },
  },
  {
    name: 'disguised-names',
    what: 'Visitors and guests register with names that resemble those of a player, an operator, the computer, a side or a guest.',
    aim: 'Each is refused; the exact name and an ordinary name are accepted.',
    async run(t) {
      const name = `oscar${randomId(3)}`;
      const register = (nickname: string, username = newUsername()) =>
        t.as(null).register({ body: { username, nickname, ...chosen(PASSWORD) } });
      const ordinary = () => `bino${randomId(3)}`;
      const { api } = await t.guest();
      return {
        ordinary: only(await tallyInOrder([name, ordinary()], (one) => register(one)), 'taken'),
        'like a player': only(
          await tallyInOrder(disguisesOf(name), (one) => register(one)),
          'NICKNAME_TAKEN',
        ),
        reserved: only(await tallyInOrder(RESERVED, (one) => register(one)), 'NICKNAME_RESERVED'),
        'of a guest': only(
          await tallyInOrder(RESERVED, (nickname) =>
            api.registerGuest({ body: { ...form().body, nickname } }),
          ),
          'NICKNAME_RESERVED',
        ),
        usernames: only(
          await tallyInOrder(RESERVED_USERNAMES, (one) => register(ordinary(), one)),
          'USERNAME_RESERVED',
        ),
        'names tried': info(RESERVED.length),
      };
    },
  },
];
