import { publicUser, userId } from '../entities.ts';
import { credentials } from '../forms.ts';
import { routesOf } from '../http.ts';
import { appealText, fileOrigins, letter, reason, relatedAccount } from '../moderation.ts';
import { sanctionOrigin } from '../origins.ts';
import { STAFF_ROLES } from '../roles.ts';
import { SANCTION_KINDS } from '../sanctions.ts';
import { REGISTRATION } from '../site.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const withUser = z.object({ userId });

/** A code of six digits of the authenticator app. */
const code = z.string('请输入验证码').regex(/^\d{6}$/, '验证码是 6 位数字');
const consoleSession = z.object({
  access_token: z.string(),
  role: z.enum(STAFF_ROLES),
  nickname: z.string(),
  avatar: z.string(),
  userId,
  /** Of the token, epoch ms; a renewal gives a later one, until `endsAt`. */
  expiresAt: z.number(),
  endsAt: z.number(),
});
export type ConsoleSession = z.infer<typeof consoleSession>;

const people = z.object({
  person: publicUser,
  username: z.string(),
  role: z.string(),
  createdAt: z.number(),
  sanctions: z.array(z.enum(SANCTION_KINDS)),
});

/** The second factor of operators, answered by auth. */
export const consoleRoutes = routesOf('auth', {
  startConsole: {
    method: 'POST',
    path: '/admin/session',
    auth: 'public',
    meaning:
      'Opens a session of the console with password and code: a token of 15 minutes with the scope `moderate`, of operators also `operate`. Refusals do not tell which part was wrong (`CONSOLE_REFUSED`).',
    body: credentials.extend({ code }),
    reply: consoleSession,
  },
  enrolFactor: {
    method: 'POST',
    path: '/admin/factor',
    auth: 'public',
    meaning:
      'Sets up the second factor with the invitation of an operator or the command, once: without `code` returns the secret, with one confirms it.',
    body: credentials.extend({ invitation: z.string().min(1).max(64), code: code.optional() }),
    reply: z.object({ uri: z.string(), secret: z.string(), isConfirmed: z.boolean() }),
  },
  renewConsole: {
    method: 'POST',
    path: '/admin/session/renew',
    auth: 'moderate',
    meaning: 'Returns a later token of the same session, for at most 8 hours after the code.',
    reply: consoleSession,
  },
  endConsole: {
    method: 'DELETE',
    path: '/admin/session',
    auth: 'moderate',
    meaning: 'Ends the session of the console.',
    reply: done,
  },
  listStaff: {
    method: 'GET',
    path: '/admin/staff',
    auth: 'moderate',
    meaning: 'Lists moderators and operators.',
    reply: z.array(
      z.object({
        person: publicUser,
        username: z.string(),
        role: z.enum(STAFF_ROLES),
        hasFactor: z.boolean(),
      }),
    ),
  },
  appointStaff: {
    method: 'POST',
    path: '/admin/staff',
    auth: 'operate',
    meaning:
      'Makes a member a moderator or operator and returns an invitation of 48 hours for the second factor; with `role` null ends the office. Operators cannot change their own.',
    body: z.object({ userId, role: z.enum(STAFF_ROLES).nullable(), reason }),
    reply: z.object({ invitation: z.string().nullable() }),
  },
  appealClosure: {
    method: 'POST',
    path: '/auth/closed/appeal',
    auth: 'public',
    meaning:
      'Appeals against the closure of the account, which has no session: needs its password, and is limited as logins are. Returns the letter; without `text` changes nothing.',
    body: credentials.extend({ text: appealText.optional() }),
    reply: letter,
  },
  findPeople: {
    method: 'GET',
    path: '/admin/people',
    auth: 'moderate',
    meaning: 'Finds accounts by id, username, nickname or former nickname, at most 50.',
    query: z.object({ name: z.string().trim().min(1).max(64) }),
    reply: z.array(people),
  },
  showFile: {
    method: 'POST',
    path: '/internal/people/file',
    auth: 'service',
    meaning:
      'Returns what operators may know of an account: names, role, times, devices and shared networks.',
    body: withUser,
    reply: z.object({
      username: z.string(),
      role: z.string(),
      createdAt: z.number(),
      formerNicknames: z.array(z.object({ nickname: z.string(), until: z.number() })),
      devices: z.array(
        z.object({ name: z.string(), network: z.string().nullable(), since: z.number(), seenAt: z.number() }),
      ),
      origins: fileOrigins,
      related: z.array(relatedAccount),
    }),
  },
  countAccounts: {
    method: 'POST',
    path: '/internal/people/of-origin',
    auth: 'service',
    meaning:
      'Counts the accounts of an address range or a device in the last 7 days, and lists the last seen.',
    body: sanctionOrigin,
    reply: z.object({
      members: z.int(),
      guests: z.int(),
      accounts: z.array(z.object({ person: publicUser, createdAt: z.number(), seenAt: z.number() })),
    }),
  },
  countNewcomers: {
    method: 'POST',
    path: '/internal/newcomers',
    auth: 'service',
    meaning:
      'Counts guests and registrations since a time, and returns what the file of the operators allows strangers.',
    body: z.object({ since: z.number() }),
    reply: z.object({
      guests: z.int(),
      registrations: z.int(),
      file: z.object({ registration: z.enum(REGISTRATION), guests: z.boolean() }),
    }),
  },
  renamePerson: {
    method: 'POST',
    path: '/internal/people/rename',
    auth: 'service',
    meaning: 'Gives an account a neutral nickname, which it may change at once. Idempotent.',
    body: withUser,
    reply: done,
  },
  resetAvatar: {
    method: 'POST',
    path: '/internal/people/avatar',
    auth: 'service',
    meaning: 'Gives an account the default avatar. Idempotent.',
    body: withUser,
    reply: done,
  },
  endSessionsOf: {
    method: 'POST',
    path: '/internal/people/end-sessions',
    auth: 'service',
    meaning: 'Ends all sessions of a closed account and its connections. Idempotent.',
    body: withUser,
    reply: done,
  },
});
