import type { ApiClient } from '@doushouqi/protocol';
import { createAuthenticator } from '@doushouqi/service-kit/testing';
import { times } from '../../numbers.ts';
import {
  type Attack,
  atMost,
  type Checks,
  exactly,
  info,
  is,
  isRefused,
  only,
  outcome,
  tally,
  tallyOf,
} from '../attack.ts';
import { chosen, newUsername, PASSWORD, randomId, type Target } from '../target.ts';

const WRONG = 'wrong horse';
const OTHER = 'another horse';
const NEW = 'battery staple';

/** An account whose password a thief knows, who is logged in beside the owner. */
async function stealAccount(t: Target) {
  const account = await t.register('失主');
  const { access_token } = await t.logIn(account);
  const box = `${account.username}@example.test`;
  return { ...account, box, owner: t.as(account.token), thief: t.as(access_token) };
}
type Stolen = Awaited<ReturnType<typeof stealAccount>>;

/** Verifies an address of the account. */
async function verifyAddress(t: Target, api: ApiClient, box: string): Promise<void> {
  await api.setEmail({ body: { email: box, password: PASSWORD } });
  await t.as(null).verifyEmail({ body: { token: await t.linkTo(box, 0) } });
}

/** What an owner does against a thief. */
const DEFENSES: Readonly<Record<string, (t: Target, stolen: Stolen) => Promise<unknown>>> = {
  password: (_, { owner }) => owner.setPassword({ body: { oldPassword: PASSWORD, newPassword: NEW } }),
  'log out others': (_, { owner }) => owner.endOtherDevices({ body: { password: PASSWORD } }),
  recovery: (t, { username, recoveryCodes }) =>
    t.as(null).recover({ body: { username, code: recoveryCodes[0]!, ...chosen(NEW) } }),
  /** By a link to an address that the owner verified as the account's first. */
  async reset(t, { username, box }) {
    await t.as(null).askForReset({ body: { username } });
    await t.as(null).resetPassword({ body: { token: await t.linkTo(box, 1), ...chosen(NEW) } });
  },
};

/** Adds ways in as the thief; returns how each is used, resolving to whether it opened the account. */
async function addWays(t: Target, { thief, username }: Stolen, defense: string) {
  const authenticator = createAuthenticator('qi.example.test', 'https://qi.example.test');
  const { challenge } = await thief.askNewPasskey({ body: { password: PASSWORD } });
  await thief.addPasskey({ body: { response: authenticator.make(challenge) } });
  const opens = async (call: Promise<unknown>) => !isRefused(await outcome(call));
  const uses: Record<string, () => Promise<boolean>> = {
    async passkey() {
      const asked = await t.as(null).askPasskey();
      return opens(t.as(null).logInByPasskey({ body: { response: authenticator.answer(asked.challenge) } }));
    },
  };
  if (defense !== 'reset') {
    const box = `thief-of-${username}@example.test`;
    await verifyAddress(t, thief, box);
    uses.email = async () => {
      await t.as(null).askForReset({ body: { username } });
      // A later e-mail to another account: the one before has been sent by then, if it is sent at all.
      const other = await stealAccount(t);
      await verifyAddress(t, other.owner, other.box);
      return t.linksTo(box).length > 1;
    };
  }
  // They would replace those by which the owner recovers. They come last: they would end the others.
  if (defense !== 'recovery') {
    const { recoveryCodes } = await thief.renewRecoveryCodes({ body: { password: PASSWORD } });
    uses.codes = () =>
      opens(t.as(null).recover({ body: { username, code: recoveryCodes[0]!, ...chosen(OTHER) } }));
  }
  return uses;
}

export const ACCOUNTS: readonly Attack[] = [
  {
    name: 'right-logins',
    what: '120 logins with the right password in parallel to one account from one address, and 120 from one address each.',
    aim: 'All other users log in within 3 s.',
    slow: true,
    async run(t) {
      const [own, base] = [await t.register('甲'), t.newAddress()];
      const others = await times(6, () => t.register('乙'));
      const floods = [tally(120, () => t.logIn(own, base)), tally(120, () => t.logIn(own))];
      // Runs after the queue has filled up.
      await outcome(t.logIn(own));
      let slowest = 0;
      const strangers = await tally(6, async (n) => {
        const begun = performance.now();
        await t.logIn(others[n]!);
        slowest = Math.max(slowest, performance.now() - begun);
      });
      const [first, second] = await Promise.all(floods);
      return {
        strangers: only(strangers, 'taken'),
        'slowest stranger': atMost(slowest, 3_000, 'ms'),
        'flood of one address': info(first),
        'of many': info(second),
      };
    },
  },
  {
    name: 'ipv6-addresses',
    what: 'Guesses 130 passwords of many accounts, each from another address of one IPv6 /64.',
    aim: 'No more guesses than one address has: 100.',
    slow: true,
    async run(t) {
      // Range for documentation (RFC 3849).
      const network = `2001:db8:${randomId(2)}:2`;
      const guess = async (n: number) =>
        outcome(t.logIn({ username: newUsername() }, `${network}:${n % 10}::${(n + 1).toString(16)}`, WRONG));
      const counts = tallyOf(await times(130, guess, 10));
      return { guesses: atMost(counts.get('LOGIN_FAILED') ?? 0, 110), outcomes: info(counts) };
    },
  },
  {
    name: 'lock-out',
    what: 'Ten wrong passwords for one account from each of three addresses.',
    aim: 'The owner logs in at home and elsewhere; further guesses are refused.',
    async run(t) {
      const [owner, home, guesser] = [await t.register('甲'), t.newAddress(), t.newAddress()];
      await t.logIn(owner, home);
      for (const from of [guesser, t.newAddress(), t.newAddress()])
        await tally(10, () => t.logIn(owner, from, WRONG));
      return {
        'owner at home': only(await tally(1, () => t.logIn(owner, home)), 'taken'),
        'owner elsewhere': only(await tally(1, () => t.logIn(owner)), 'taken'),
        'next guess': is(await outcome(t.logIn(owner, guesser, WRONG)), 'LOGIN_LOCKED'),
      };
    },
  },
  {
    name: 'guessed-codes',
    what: 'Guesses recovery codes, 60 from one address and 20 from one each; uses the same right code 10 times in parallel.',
    aim: 'Guesses end at 20 for an address; the code counts once; the owner still logs in.',
    async run(t) {
      const { username, recoveryCodes } = await t.register('失主');
      const use = (code: string, address = t.newAddress()) =>
        t.as(null, address).recover({ body: { username, code, ...chosen(OTHER) } });
      const base = t.newAddress();
      const randomCode = () => randomId(8).toUpperCase();
      return {
        'one address': exactly(await tally(60, () => use(randomCode(), base)), 20, 'RECOVERY_FAILED', [
          'PASSWORD_LOCKED',
        ]),
        'many addresses': only(await tally(20, () => use(randomCode())), 'RECOVERY_FAILED'),
        'one code': exactly(await tally(10, () => use(recoveryCodes[0]!)), 1),
        'owner’s login': only(await tally(1, () => t.logIn({ username }, t.newAddress(), OTHER)), 'taken'),
      };
    },
  },
  {
    name: 'replayed-links',
    what: 'Uses a link from an e-mail 10 times in parallel and again later, changes its token, and asks for 12 e-mails to one account, from one network and from one each.',
    aim: 'A link counts once; 3 e-mails to an account from a network and 10 in all in an hour, besides those of its owner.',
    async run(t) {
      const { username, token } = await t.register('收信人');
      const [home, one, box] = [t.newAddress(), t.newAddress(), `${username}@example.test`];
      await t.logIn({ username }, home);
      await t.as(token).setEmail({ body: { email: box, password: PASSWORD } });
      const verifying = await t.linkTo(box, 0);
      const verified = await tally(10, () => t.as(null).verifyEmail({ body: { token: verifying } }));
      const ask = (from = t.newAddress()) => t.as(null, from).askForReset({ body: { username } });
      const [asked, spread] = [await tally(12, () => ask(one)), await tally(12, () => ask())];
      const atHome = await tally(1, () => ask(home));
      // A later link replaces an earlier one, so only the last of them may still count.
      const links = await times(11, (n) => t.linkTo(box, n + 1));
      const use = (link: string) => t.as(null).resetPassword({ body: { token: link, ...chosen(OTHER) } });
      const last = links.at(-1)!;
      const changed = await outcome(use(`${last.slice(0, -1)}${last.endsWith('A') ? 'B' : 'A'}`));
      return {
        verifications: exactly(verified, 1),
        requests: exactly(asked, 3),
        'from many networks': exactly(spread, 7),
        'of the owner': only(atHome, 'taken'),
        'changed token': is(changed, 'LINK_INVALID'),
        resets: exactly(await tally(10 * links.length, (n) => use(links[n % links.length]!)), 1),
        later: only(await tally(links.length, (n) => use(links[n]!)), 'LINK_INVALID'),
      };
    },
  },
  {
    name: 'surviving-links',
    what: 'A thief with the password asks for a link to an own address; the owner changes the password, logs out other devices or recovers; the thief opens the link.',
    aim: 'Every link ends with the password: LINK_INVALID.',
    async run(t) {
      const checks: Record<string, Checks[string]> = {};
      for (const way of ['password', 'log out others', 'recovery']) {
        const stolen = await stealAccount(t);
        const box = `thief-of-${stolen.username}@example.test`;
        await stolen.thief.setEmail({ body: { email: box, password: PASSWORD } });
        const token = await t.linkTo(box, 0);
        await DEFENSES[way]!(t, stolen);
        checks[way] = is(await outcome(t.as(null).verifyEmail({ body: { token } })), 'LINK_INVALID');
      }
      return checks;
    },
  },
  {
    name: 'thief-additions',
    what: 'A thief with the password adds recovery codes, an address and a passkey; the owner changes the password, logs out other devices, recovers or resets; the thief uses what was added.',
    aim: 'Nothing that was added opens the account.',
    async run(t) {
      const checks: Record<string, Checks[string]> = {};
      for (const [name, defend] of Object.entries(DEFENSES)) {
        const stolen = await stealAccount(t);
        if (name === 'reset') await verifyAddress(t, stolen.owner, stolen.box);
        const uses = await addWays(t, stolen, name);
        await defend(t, stolen);
        const opened: string[] = [];
        for (const [way, opens] of Object.entries(uses)) if (await opens()) opened.push(way);
        checks[name] = [opened, opened.length === 0];
      }
      return checks;
    },
  },
];
