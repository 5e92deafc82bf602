import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccountRole,
  type ErrorCode,
  HOUSE_BOTS,
  type RouteDef,
  type RouteName,
  type Session,
} from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Platform } from '@doushouqi/scripts';
import { signTestToken } from '@doushouqi/service-kit/testing';

/**
 * Callers: `other` and `blocked` are players, `app` has a token of `other` that is limited to `play`, and the owner
 * blocked `blocked`. `staff` is an operator on the site, outside of the console; `moderator` and `operator` have tokens of
 * the console, the latter of the same account.
 */
export const WHO = [
  'visitor',
  'expired',
  'guest',
  'bot',
  'app',
  'other',
  'blocked',
  'staff',
  'moderator',
  'operator',
  'owner',
] as const;
export type Who = (typeof WHO)[number];

/** Outcome of a call: done, or the code of its refusal. */
export type Verdict = 'done' | ErrorCode;

export interface LooseRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

interface Person {
  id: string;
  /** Of a new session at each read, because a call may end all sessions. */
  readonly token: string;
}

const PASSWORD = 'correct horse';
function newName(): string {
  return `u_${randomBytes(6).toString('hex')}`;
}

/** Users with their relations in a running product, and their calls. */
export interface Cast {
  owner: Person;
  /** A friend of the owner, online. */
  friend: Person;
  blocked: Person;
  other: Person;
  guest: Person;
  /** In the console. */
  operator: Person;
  /** Another operator in the console. */
  deputy: Person;
  /** Registers an account without relations. */
  stranger(): Promise<Person>;
  tokenOf(who: Who): string | undefined;
  call(name: RouteName, request: LooseRequest, token?: string): Promise<{ verdict: Verdict; reply: unknown }>;
  /** Calls and throws unless it succeeds. */
  must<T>(name: RouteName, request: LooseRequest, person: Person): Promise<T>;
  /** A new room where the owner plays red. Ends the game before. */
  game(): Promise<string>;
  /** Returns an unused registration form. */
  registration(): object;
}

function urlOf({ path }: RouteDef, { params = {}, query = {} }: LooseRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '-')}${search && `?${search}`}`;
}

export async function createCast(platform: Platform): Promise<Cast> {
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const personOf = (id: string, rights: { role: AccountRole; scope?: string }): Person => ({
    id,
    get token() {
      return signTestToken(id, privateKey, { sessionId: randomUUID(), ...rights });
    },
  });
  let addresses = 0;
  /** Each call has an address of its own, of 198.18.0.0/15, so that limits of an address stop none. */
  const newAddress = () => {
    const n = ++addresses;
    return `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
  };
  const call: Cast['call'] = async (name, request, token) => {
    const route: RouteDef = ROUTES[name];
    const response = await fetch(`${platform.url}/api${urlOf(route, request)}`, {
      method: route.method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': newAddress(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const reply = (await response.json()) as { code?: ErrorCode };
    if (response.status === (route.status ?? 200)) return { verdict: 'done', reply };
    if (reply.code === undefined) throw new Error(`${name}: ${response.status} ${JSON.stringify(reply)}`);
    return { verdict: reply.code, reply };
  };
  const must: Cast['must'] = async <T>(name: RouteName, request: LooseRequest, { token }: Person) => {
    const { verdict, reply } = await call(name, request, token);
    if (verdict !== 'done') throw new Error(`${name} ${JSON.stringify(request)}: ${verdict}`);
    return reply as T;
  };
  const registration = () => ({
    username: newName(),
    nickname: `甲乙${randomBytes(4).toString('hex')}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  const stranger = async (): Promise<Person> => {
    const { reply } = await call('register', { body: registration() });
    return personOf((reply as Session).user._id, { role: 'player' });
  };

  const [owner, friend, blocked, other] = [
    await stranger(),
    await stranger(),
    await stranger(),
    await stranger(),
  ];
  const { reply } = await call('createGuest', { body: {} });
  const guest = personOf((reply as Session).user._id, { role: 'guest' });
  const bot = personOf(HOUSE_BOTS[0]!._id, { role: 'bot' });
  const app = personOf(other.id, { role: 'player', scope: 'play' });
  await must('requestFriend', { body: { toUserId: owner.id } }, friend);
  await must('handleRequest', { body: { fromUserId: friend.id, accept: true } }, owner);
  await must('blockUser', { body: { userId: blocked.id } }, owner);
  await must('heartbeat', { body: { currentPath: '/' } }, friend);

  const past = Date.now() - 60_000;
  const expired = signTestToken(owner.id, privateKey, { issuedAt: past, lifetimeSeconds: 1 });
  const [staff, clerk, second] = [await stranger(), await stranger(), await stranger()];
  const operator = personOf(staff.id, { role: 'operator' });
  const deputy = personOf(second.id, { role: 'operator' });
  const moderator = personOf(clerk.id, { role: 'moderator' });
  const people: Partial<Record<Who, Person>> = {
    ...{ guest, bot, app, other, blocked, owner },
    ...{ staff, moderator, operator },
  };
  /** Running games and calls of a user are bounded: opponents take turns, and give up the last game before the next. */
  const opponents = [friend, await stranger(), await stranger(), await stranger()];
  const games: { roomId: string; opponent: Person }[] = [];
  return {
    owner,
    friend,
    blocked,
    other,
    guest,
    operator,
    deputy,
    stranger,
    call,
    must,
    registration,
    tokenOf(who) {
      const person = people[who];
      if (person === undefined) return who === 'expired' ? expired : undefined;
      return person.token;
    },
    async game() {
      const roomId = randomBytes(6).toString('hex');
      const opponent = opponents[games.length % opponents.length]!;
      const last = games.at(-1);
      if (last) await must('leaveRoom', { params: { roomId: last.roomId } }, last.opponent);
      games.push({ roomId, opponent });
      for (const player of [owner, opponent]) await must('joinRoom', { body: { roomId } }, player);
      return roomId;
    },
  };
}
