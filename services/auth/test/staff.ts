import type { ConsoleSession, Letter, StaffRole } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, mirrorSanctions, newInvitation, route } from '@doushouqi/service-kit';
import { PLENTY, type Reply, startPeer } from '@doushouqi/service-kit/testing';
import { TOTP } from 'otpauth';
import { type Account, testAuth } from './fixtures.ts';

export const PASSWORD = 'correct horse';

/** A letter about a closure. */
export const LETTER: Letter = {
  id: 'a'.repeat(24),
  kind: 'close',
  text: '排位里用了引擎',
  quotes: [],
  from: 0,
  until: null,
  isActive: true,
  appealUntil: null,
  appeal: null,
  isSeen: false,
};

interface LogEntry {
  byId: string;
  what: string;
  userId: string | null;
  reason: string;
}

interface Staff extends Account {
  secret: string;
}

/** Starts auth with a moderation service that notes the log and has the letters of `letters`. */
export async function testStaff() {
  const log: LogEntry[] = [];
  const DONE = { success: true } as const;
  const letters = new Map<string, Letter>();
  const appeals: string[] = [];
  const moderation = await startPeer((app) => {
    route(app, ROUTES.addToLog, {
      handler: ({ body: { id: _, ...entry } }) => {
        log.push(entry);
        return DONE;
      },
    });
    route(app, ROUTES.appealFor, {
      handler: ({ body: { userId, text } }) => {
        const letter = letters.get(userId);
        if (letter === undefined) throw errorOf('NOT_FOUND');
        if (text !== undefined) appeals.push(text);
        return letter;
      },
    });
  });
  const auth = await testAuth({}, { moderation }, { changes: PLENTY }, { random: Math.random });
  const { call, clock, context, newAccount, post } = auth;
  const { factors, redis, users } = context;

  /** Returns the code of a secret at the time of the service. */
  function codeAt(secret: string, offsetMs = 0): string {
    return new TOTP({ secret }).generate({ timestamp: clock.now + offsetMs });
  }
  /** Returns a code that counts now, also if it was used. */
  async function freshCode({ id, secret }: Pick<Staff, 'id' | 'secret'>): Promise<string> {
    await factors.updateOne({ _id: id }, { step: 0 });
    return codeAt(secret);
  }
  /** Invites an account with an office to set up its factor. */
  async function inviteTo(office: StaffRole, { id }: Account): Promise<string> {
    const { invitation, stored } = newInvitation(clock.now);
    await users.updateOne({ _id: id }, { role: office });
    await factors.replaceOne({ _id: id }, { invitation: stored, step: 0, failures: 0 }, { upsert: true });
    return invitation;
  }
  function enrol({ username }: Account, invitation: unknown, code?: unknown, password: unknown = PASSWORD) {
    const body = { username, password, invitation, code };
    return post('/api/admin/factor', body) as Promise<
      Reply<{ uri: string; secret: string; isConfirmed: boolean }>
    >;
  }
  /** Opens a session of the console; each call has the address that it names, or an own one. */
  let addresses = 0;
  function start(
    username: string,
    code: unknown,
    { password = PASSWORD as unknown, address = `192.0.2.${(addresses++ % 250) + 1}` } = {},
  ) {
    return call<ConsoleSession & Record<string, unknown>>('POST', '/api/admin/session', {
      body: { username, password, code },
      headers: { 'x-forwarded-for': address },
    });
  }
  async function newStaff(office: StaffRole): Promise<Staff> {
    const account = await newAccount();
    const invitation = await inviteTo(office, account);
    const { secret } = (await enrol(account, invitation)).body;
    await enrol(account, invitation, codeAt(secret));
    return { ...account, secret };
  }
  return {
    ...auth,
    moderation,
    log,
    letters,
    appeals,
    factors,
    codeAt,
    freshCode,
    inviteTo,
    enrol,
    start,
    newStaff,
    /** Returns the token of a new session of the console. */
    async tokenOf(staff: Staff): Promise<string> {
      return (await start(staff.username, await freshCode(staff))).body.access_token;
    },
    /** Mirrors a closure until `end` (epoch ms), as the moderation service does. */
    close: (id: string, end: number) => mirrorSanctions(redis, id, { close: end }, Date.now()),
  };
}
