import { randomBytes } from 'node:crypto';
import type { NewOriginSanction, NewSanction, RouteName, SanctionRecord } from '@doushouqi/protocol';
import type { Asks, Gets } from './asks.ts';
import type { Cast, Verdict, Who } from './cast.ts';

/** Requests to the console, and to the routes of letters and reports. */

const REASON = { reason: '试一试' };
const TEXT = '请不要再这样';

function newId(): string {
  return randomBytes(12).toString('hex');
}

/** A sanction of a user. A warning has no effect on other calls. */
function sanctionOf(userId: string, change: Partial<NewSanction> = {}): NewSanction {
  return {
    ...{ id: newId(), userId, kind: 'warn', violation: 'abuse', hours: null },
    ...{ text: TEXT, reason: '试一试', reports: [], hidesLines: false, ...change },
  };
}

/** Imposes a sanction by the second operator. Returns its id. */
async function imposed(cast: Cast, userId: string, change?: Partial<NewSanction>): Promise<string> {
  const body = sanctionOf(userId, change);
  return (await cast.must<SanctionRecord>('impose', { body }, cast.deputy)).id;
}

/** A letter to the owner. */
const ofLetter: Asks = async (cast) => ({ params: { sanctionId: await imposed(cast, cast.owner.id) } });

/** A user with a report. */
async function reported(cast: Cast): Promise<{ userId: string; reports: string[] }> {
  const person = await cast.stranger();
  await cast.must('report', { body: { kind: 'nickname', id: person.id, reason: 'name' } }, cast.other);
  const params = { userId: person.id };
  const found = await cast.must<{ reports: { id: string }[] }>('showCase', { params }, cast.deputy);
  return { userId: person.id, reports: found.reports.map(({ id }) => id) };
}

/** A range from which no caller comes. */
const RANGE = '203.0.113.0/24';

function ofOrigin(): NewOriginSanction {
  return {
    ...{ id: newId(), origin: { of: 'network', value: RANGE }, kind: 'mute', violation: 'advert' },
    ...{ hours: 1, text: TEXT, reason: '试一试', coversMembers: false },
  };
}

const toStranger: Asks = async (cast) => ({ params: { userId: (await cast.stranger()).id } });
function credentials() {
  return { username: `u_${newId().slice(0, 12)}`, password: 'wrong horse' };
}

export const CONSOLE_ASKS: Partial<Record<RouteName, Asks>> = {
  startConsole: () => ({ body: { ...credentials(), code: '123456' } }),
  enrolFactor: () => ({ body: { ...credentials(), invitation: 'made-up' } }),
  appealClosure: () => ({ body: credentials() }),
  appointStaff: async (cast) => ({
    body: { userId: (await cast.stranger()).id, role: 'moderator', ...REASON },
  }),
  findPeople: ({ owner }) => ({ query: { name: owner.id } }),
  readLetter: ofLetter,
  appeal: async (cast, who) => ({ ...(await ofLetter(cast, who)), body: { text: '不是我' } }),
  showFairPlay: toStranger,
  checkPerson: toStranger,
  countReturn: toStranger,
  /** No check has found anything. */
  dismissFlag: async (cast, who) => {
    const { params } = await toStranger(cast, who);
    return { params: { ...params, kind: 'pace' }, body: REASON };
  },
  showCase: toStranger,
  claimCase: async (cast, who) => ({ ...(await toStranger(cast, who)), body: { on: true } }),
  dismissCase: async (cast) => {
    const { userId, reports } = await reported(cast);
    return { params: { userId }, body: { ...REASON, reports } };
  },
  impose: async (cast) => ({ body: sanctionOf((await cast.stranger()).id) }),
  imposeOnOrigin: () => ({ body: ofOrigin() }),
  showOrigin: () => ({ query: { of: 'network', value: RANGE } }),
  listSanctions: () => ({ query: { of: 'pending' } }),
  decideSanction: async (cast) => {
    const pending = await imposed(cast, (await cast.stranger()).id, { kind: 'close' });
    return { params: { sanctionId: pending }, body: { ...REASON, approve: true } };
  },
  endSanction: async (cast) => {
    const sanctionId = await imposed(cast, (await cast.stranger()).id, { kind: 'mute', hours: 1 });
    return { params: { sanctionId }, body: REASON };
  },
  /** Sets nothing, so that the other calls are not concerned. */
  changeSite: async (cast) => {
    const { version } = await cast.must<{ version: number }>('showSite', {}, cast.deputy);
    return { body: { ...REASON, id: newId(), version, change: { groupNumber: null } } };
  },
  cancelAnyTournament: () => ({ params: { id: 'unknown' }, body: REASON }),
  answerAppeal: async (cast) => {
    const person = await cast.stranger();
    const params = { sanctionId: await imposed(cast, person.id) };
    await cast.must('appeal', { params, body: { text: '不是我' } }, person);
    return { params, body: { ...REASON, text: TEXT, isGranted: false } };
  },
};

/** Outcomes that differ from those of the token. */
export const CONSOLE_GETS: Partial<Record<RouteName, Gets>> = {
  startConsole: ['CONSOLE_REFUSED', 'CONSOLE_REFUSED', 'CONSOLE_REFUSED'],
  enrolFactor: ['CONSOLE_REFUSED', 'CONSOLE_REFUSED', 'CONSOLE_REFUSED'],
  appealClosure: ['LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN_FAILED'],
};

/** Outcomes for staff in the console, whose tokens here are of no session that auth has opened. */
export const STAFF_GETS: Partial<Record<RouteName, Verdict>> = {
  renewConsole: 'TOKEN_EXPIRED',
  dismissFlag: 'NOT_FOUND',
  cancelAnyTournament: 'TOURNAMENT_NOT_FOUND',
};

/** Returns the refusal of a caller whose token lacks a scope of the console, or a scope of the site. */
export function consoleRefusal(auth: string, who: Who): Verdict | undefined {
  const isInConsole = who === 'moderator' || who === 'operator';
  if (auth === 'moderate') return isInConsole ? undefined : 'STAFF_ONLY';
  if (auth === 'operate') return who === 'operator' ? undefined : 'OPERATORS_ONLY';
  return isInConsole ? 'SCOPE_MISSING' : undefined;
}
