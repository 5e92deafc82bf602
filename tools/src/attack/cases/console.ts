import type { ApiClient, NewSanction } from '@doushouqi/protocol';
import { codeOf, openConsole } from '@doushouqi/service-kit/testing';
import { times } from '../../numbers.ts';
import {
  type Attack,
  atMost,
  exactly,
  is,
  isRefused,
  only,
  outcome,
  tally,
  tallyInOrder,
  tallyOf,
} from '../attack.ts';
import { chosen, newUsername, PASSWORD, randomId, type Staff, type Target } from '../target.ts';

const REASON = '试一试';
const OTHER = 'another horse';
const TEXT = '请不要再这样';
const PERIOD_MS = 30_000;

type Call = () => Promise<unknown>;

function warn(api: ApiClient, userId: string): Promise<unknown> {
  const body: NewSanction = {
    ...{ id: randomId(12), userId, kind: 'warn', violation: 'abuse', hours: null },
    ...{ text: TEXT, reason: REASON, reports: [], hidesLines: false },
  };
  return api.impose({ body });
}

/** What only operators do. */
function operatorCalls(api: ApiClient, victim: string): Call[] {
  const decision = { params: { sanctionId: randomId(12) }, body: { approve: true, reason: REASON } };
  return [
    () => api.appointStaff({ body: { userId: victim, role: 'operator', reason: REASON } }),
    () => api.appointStaff({ body: { userId: victim, role: null, reason: REASON } }),
    () => api.decideSanction(decision),
  ];
}

/** What staff do. */
function staffCalls(api: ApiClient, victim: string): Call[] {
  return [
    () => api.renewConsole(),
    () => api.endConsole(),
    () => api.listStaff(),
    () => api.findPeople({ query: { name: victim } }),
    () => api.listCases(),
    () => api.showPerson({ params: { userId: victim } }),
    () => warn(api, victim),
    () => api.listLog(),
    ...operatorCalls(api, victim),
  ];
}

function begin(t: Target, { username }: Pick<Staff, 'username'>, code: string, address = t.newAddress()) {
  return t.as(null, address).startConsole({ body: { username, password: PASSWORD, code } });
}

/** Returns a code that is none of a secret now. */
function wrongCode(secret: string): string {
  const near = [-1, 0, 1, 2].map((n) => codeOf(secret, Date.now() + n * PERIOD_MS));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !near.includes(code))!;
}

/** Returns the token with the role of an operator under the old signature. */
function promoted(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'operator' })).toString('base64url');
  return [head, forged, signature].join('.');
}

export const CONSOLE: readonly Attack[] = [
  {
    name: 'stolen-operator',
    what: 'Calls the console with the session that an operator has on the site, with its claims changed, and with the password but without the code.',
    aim: 'No call has a right; nothing tells that the password is right.',
    async run(t) {
      const [operator, victim] = [await t.staff('阿山'), await t.register('棋手')];
      const tryAll = (token: string) =>
        tallyInOrder(staffCalls(t.as(token), victim.userId), (call) => call());
      const { access_token: again } = await t.logIn(operator);
      const guess = { username: operator.username, code: wrongCode(operator.secret) };
      const start = (password: string) => t.as(null).startConsole({ body: { ...guess, password } });
      return {
        'session of the site': only(await tryAll(operator.token), 'STAFF_ONLY', 'OPERATORS_ONLY'),
        'later login': only(await tryAll(again), 'STAFF_ONLY', 'OPERATORS_ONLY'),
        'changed role': only(await tryAll(promoted(operator.token)), 'UNAUTHORIZED'),
        'right password': is(await outcome(start(PASSWORD)), 'CONSOLE_REFUSED'),
        'wrong password': is(await outcome(start(OTHER)), 'CONSOLE_REFUSED'),
        operator: only(await tally(1, () => t.as(operator.console).listStaff()), 'taken'),
      };
    },
  },
  {
    name: 'replayed-code',
    what: 'Uses a seen code 10 times in parallel and again later, and a used invitation.',
    aim: 'A code opens one session, an invitation sets up one factor.',
    async run(t) {
      const account = await t.register('阿山');
      const { username } = account;
      const [invitation, visitor] = [await t.invite(account), t.as(null)];
      const enrol = (code?: string) =>
        t.as(null).enrolFactor({ body: { username, password: PASSWORD, invitation, ...(code && { code }) } });
      const { secret } = await visitor.enrolFactor({ body: { username, password: PASSWORD, invitation } });
      const first = codeOf(secret);
      await enrol(first);
      const next = codeOf(secret, Date.now() + PERIOD_MS);
      return {
        'code of the setup': is(await outcome(begin(t, account, first)), 'CONSOLE_REFUSED'),
        'in parallel': exactly(await tally(10, () => begin(t, account, next)), 1, 'taken', [
          'CONSOLE_REFUSED',
        ]),
        later: is(await outcome(begin(t, account, next)), 'CONSOLE_REFUSED'),
        'used invitation': is(await outcome(enrol()), 'CONSOLE_REFUSED'),
      };
    },
  },
  {
    name: 'guessed-factor',
    what: 'Guesses codes with the right password, 30 from one address and 120 from one each.',
    aim: 'At most 10 from an address; after 100 the factor has ended, and a new invitation opens the console again.',
    slow: true,
    async run(t) {
      const [operator, base] = [await t.staff('阿山'), t.newAddress()];
      const wrong = wrongCode(operator.secret);
      const near = await tally(30, () => begin(t, operator, wrong, base));
      const far = tallyOf(await times(120, () => outcome(begin(t, operator, wrong)), 10));
      const right = codeOf(operator.secret, Date.now() + PERIOD_MS);
      const ended = await outcome(begin(t, operator, right));
      const credentials = { username: operator.username, password: PASSWORD };
      const again = await outcome(openConsole(t.as(null), credentials, await t.invite(operator)));
      return {
        // Two are in the slots of password hashes when the limit is reached.
        'one address': atMost(near.get('CONSOLE_REFUSED') ?? 0, 11),
        'many addresses': only(far, 'CONSOLE_REFUSED'),
        'right code then': is(ended, 'CONSOLE_REFUSED'),
        'refused after a new invitation': is(isRefused(again), false),
      };
    },
  },
  {
    name: 'moderator-coup',
    what: 'A moderator appoints, dismisses and decides, sanctions operators, and changes the role of the own token; an operator appoints itself.',
    aim: 'OPERATORS_ONLY, NOT_SANCTIONABLE, NOT_YOUR_OWN; the operators stay.',
    async run(t) {
      const operator = await t.staff('阿山');
      const moderator = await t.staff('小满', operator);
      const api = t.as(moderator.console);
      const office = (userId: string, role: 'operator' | null) => ({
        body: { userId, role, reason: REASON },
      });
      const calls = [
        ...operatorCalls(api, operator.userId),
        () => api.appointStaff(office(moderator.userId, 'operator')),
      ];
      const forged = () => t.as(promoted(moderator.console)).listStaff();
      const own = () => t.as(operator.console).appointStaff(office(operator.userId, null));
      return {
        offices: only(await tallyInOrder(calls, (call) => call()), 'OPERATORS_ONLY'),
        'sanction of an operator': is(await outcome(warn(api, operator.userId)), 'NOT_SANCTIONABLE'),
        'changed role': is(await outcome(forged()), 'UNAUTHORIZED'),
        'own office': is(await outcome(own()), 'NOT_YOUR_OWN'),
        operator: only(await tally(1, () => t.as(operator.console).listStaff()), 'taken'),
      };
    },
  },
  {
    name: 'lingering-console',
    what: 'Uses a session of the console after the password changed, other devices were logged out, a new appointment, and the end of the office.',
    aim: 'Refused at the next call.',
    async run(t) {
      const boss = await t.staff('阿山');
      const checks: Record<string, ReturnType<typeof is>> = {};
      const endings: Record<string, (staff: Staff) => Promise<unknown>> = {
        'changed password': ({ token }) =>
          t.as(token).setPassword({ body: { oldPassword: PASSWORD, newPassword: OTHER } }),
        'other devices': ({ token }) => t.as(token).endOtherDevices({ body: { password: PASSWORD } }),
        'new appointment': (staff) => t.invite(staff),
        'end of the office': ({ userId }) =>
          t.as(boss.console).appointStaff({ body: { userId, role: null, reason: REASON } }),
      };
      for (const [name, end] of Object.entries(endings)) {
        const staff = await t.staff('小满', boss);
        await end(staff);
        checks[name] = is(await outcome(t.as(staff.console).renewConsole()), 'TOKEN_EXPIRED');
      }
      return checks;
    },
  },
  {
    name: 'operator-names',
    what: 'Registers names that look like the operators, and like the nickname of one; looks for the office on the site.',
    aim: 'All refused; the site shows no office.',
    async run(t) {
      const operator = await t.staff('Shan');
      const { nickname } = await t.as(null).getUser({ params: { id: operator.userId } });
      const register = (name: string) =>
        t.as(null).register({ body: { username: newUsername(), nickname: name, ...chosen(PASSWORD) } });
      const alike = [nickname.toUpperCase(), nickname.replace('a', 'а'), nickname.replace('a', 'á')];
      const titles = [
        '值守',
        '值·守',
        '山林後台',
        '管理员小山',
        'Operator',
        '0per4tor',
        'moderator 1',
        '客服01',
      ];
      const shown = await Promise.all([
        t.as(null).getUser({ params: { id: operator.userId } }),
        t.as(operator.token).getMe(),
      ]);
      return {
        titles: only(await tallyInOrder(titles, register), 'NICKNAME_RESERVED'),
        'like an operator': only(await tallyInOrder(alike, register), 'NICKNAME_TAKEN'),
        'office on the site': is(/operator|moderator/.test(JSON.stringify(shown)), false),
      };
    },
  },
];
