import { keep } from '../access.ts';
import { HOUSE_BOTS } from '../bots.ts';
import { foundUser, profile, user, userId } from '../entities.ts';
import {
  confirmPassword,
  credentials,
  guestRegistration,
  isConfirmed,
  NOT_CONFIRMED,
  nickname,
  password,
  recoveryCode,
  registration,
  roomId,
} from '../forms.ts';
import { routesOf } from '../http.ts';
import { ANIMAL_AVATARS, DAYS_PER_MOVE } from '../limits.ts';
import { passkeyAnswer, webAuthnOptions } from '../passkeys.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const session = z.object({ access_token: z.string(), user });
export type Session = z.infer<typeof session>;

/** Shown once; the service stores hashes, and counts them after `keepRecoveryCodes`. Each sets a new password once. */
export const recoveryCodes = z.array(z.string());
const registered = session.extend({ recoveryCodes });
/** Keeps an account that waits for its deletion. */
const restore = z.boolean().default(false);
const newPassword = z.object({ password, confirmPassword, restore, keep });
/** Of a link in an e-mail. */
const mailToken = z.string().min(1).max(100);

/** The solution of a `ProofChallenge`. */
const proof = z.object({
  salt: z.string().min(1).max(64),
  difficulty: z.int().min(1).max(32),
  expires: z.int(),
  signature: z.string().min(1).max(64),
  nonce: z.int().min(0),
});
export type Proof = z.infer<typeof proof>;

/** Registrations whose operator demands work, and guests of a busy address, bring a proof. */
const withProof = { proof: proof.optional() };

export const authRoutes = routesOf('auth', {
  register: {
    method: 'POST',
    path: '/auth/register',
    auth: 'public',
    meaning:
      'Creates an account and logs in. `recoveryCodes`: ten, returned once. `PROOF_REQUIRED` brings a `challenge`, whose solution is `proof`.',
    body: registration.safeExtend(withProof),
    reply: registered,
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    auth: 'public',
    meaning:
      'Returns a token and the user. `restore` keeps an account that waits for deletion (`ACCOUNT_LEAVING`).',
    body: credentials.extend({ restore }),
    reply: session,
  },
  recover: {
    method: 'POST',
    path: '/auth/recover',
    auth: 'public',
    meaning:
      'Sets a new password by a recovery code, once; ends all sessions, suspends recent ways and logs in (`getAccess`).',
    body: newPassword
      .extend({ username: credentials.shape.username, code: recoveryCode })
      .refine(isConfirmed, NOT_CONFIRMED),
    reply: session,
  },
  getWaysIn: {
    method: 'GET',
    path: '/auth/ways',
    auth: 'public',
    meaning:
      'Returns whether the operator sends e-mails (`SMTP_URL`) and passkeys work (`PUBLIC_URL`), and what strangers may do (`ACCESS_FILE`); `text` says why not.',
    reply: z.object({
      mail: z.boolean(),
      passkey: z.boolean(),
      registration: z.enum(['open', 'proof', 'closed']),
      guests: z.boolean(),
      text: z.string(),
    }),
  },
  askForReset: {
    method: 'POST',
    path: '/auth/reset/mail',
    auth: 'public',
    meaning:
      'Sends a link, valid once and for one hour, to the verified address of an account. The reply does not reveal if there is one.',
    body: z.object({ username: credentials.shape.username }),
    reply: done,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset',
    auth: 'public',
    meaning:
      'Sets a new password by the `token` of a link, ends all sessions, suspends recent ways and logs in (`getAccess`).',
    body: newPassword.extend({ token: mailToken }).refine(isConfirmed, NOT_CONFIRMED),
    reply: session,
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/email/verify',
    auth: 'public',
    meaning: 'Stores the e-mail address of a link with its account.',
    body: z.object({ token: mailToken }),
    reply: done,
  },
  askPasskey: {
    method: 'POST',
    path: '/auth/passkey/options',
    auth: 'public',
    meaning: 'Returns the WebAuthn options of a login, valid for five minutes.',
    reply: webAuthnOptions,
  },
  logInByPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    auth: 'public',
    meaning: 'Logs in by the answer of a passkey.',
    body: z.object({ response: passkeyAnswer, restore }),
    reply: session,
  },
  createGuest: {
    method: 'POST',
    path: '/auth/guest',
    auth: 'public',
    meaning:
      'Creates a guest and logs in; omitted fields are chosen. For ten minutes the same random `key` returns the same guest. `PROOF_REQUIRED` brings a `challenge`, whose solution is `proof`.',
    body: z.object({
      nickname: nickname.optional(),
      avatar: z.enum(ANIMAL_AVATARS, '没有这个头像').optional(),
      key: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
      ...withProof,
    }),
    reply: session,
  },
  renewGuest: {
    method: 'POST',
    path: '/auth/guest/renew',
    auth: 'self',
    meaning: 'Returns a new token of a guest, for 30 days.',
    reply: session,
  },
  registerGuest: {
    method: 'POST',
    path: '/auth/guest/register',
    auth: 'self',
    meaning: 'Turns a guest into a member with the same id; ends the guest’s sessions.',
    body: guestRegistration.safeExtend(withProof),
    reply: registered,
    status: 201,
  },
  mergeGuest: {
    method: 'POST',
    path: '/users/guest',
    auth: 'account',
    meaning:
      'Ends the guest of `token`. With `bring` its games move into the caller’s history, and the caller continues the running ones; else they are deleted. Idempotent.',
    body: z.object({ token: z.string().min(1).max(4_096), bring: z.boolean() }),
    reply: done,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    auth: 'self',
    meaning: 'Ends the session of this token and closes its connections.',
    reply: done,
  },
  getMe: {
    method: 'GET',
    path: '/users/me',
    auth: 'self',
    meaning: 'Returns the caller, as login does.',
    reply: user,
  },
  searchUsers: {
    method: 'GET',
    path: '/users/search',
    auth: 'social',
    meaning: 'Returns up to 20 other users by a part of username or nickname, ignoring case and width.',
    query: z.object({ keyword: z.string().trim().min(1, '请输入昵称或账号').max(20, '最多 20 个字') }),
    reply: z.array(foundUser),
  },
  getUser: {
    method: 'GET',
    path: '/users/:id',
    auth: 'optional',
    meaning: 'Returns nickname, avatar and `isOnline`; `friends` (ids) only for the caller.',
    params: z.object({ id: userId }),
    reply: profile,
  },
  openBotSession: {
    method: 'POST',
    path: '/internal/bots/session',
    auth: 'service',
    meaning: 'Returns a token of a level’s house bot, whose account the first call creates.',
    body: z.object({ level: z.int().min(1).max(HOUSE_BOTS.length) }),
    reply: session,
  },
  listProfiles: {
    method: 'POST',
    path: '/internal/profiles',
    auth: 'service',
    meaning: 'Returns nicknames and avatars; with `presence` also `isOnline`. Omits unknown ids.',
    body: z.object({ ids: z.array(userId).min(1).max(100), presence: z.boolean().default(false) }),
    reply: z.object({ profiles: z.array(foundUser.extend({ isOnline: z.boolean().optional() })) }),
  },
  mailReminder: {
    method: 'POST',
    path: '/internal/reminders',
    auth: 'service',
    meaning:
      'Mails a member with a verified address that the deadline of a move in a correspondence game is near.',
    body: z.object({
      userId,
      roomId,
      hoursLeft: z
        .int()
        .min(1)
        .max(24 * Math.max(...DAYS_PER_MOVE)),
    }),
    reply: done,
  },
});
