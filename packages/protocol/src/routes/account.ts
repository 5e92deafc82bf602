import { access, keep, ownPassword, wayIds } from '../access.ts';
import { user } from '../entities.ts';
import { email, nickname, password } from '../forms.ts';
import { routesOf } from '../http.ts';
import { AVATARS, THEMES } from '../limits.ts';
import { newPasskey, webAuthnOptions } from '../passkeys.ts';
import { z } from '../zod.ts';
import { recoveryCodes } from './auth.ts';
import { done } from './done.ts';

/** What only the owner sees; times in epoch ms, null for now. */
const account = z.object({
  recoveryCodesLeft: z.int(),
  /** Verified. */
  email: z.string().nullable(),
  /** The operator sends e-mails; passkeys work. */
  hasMail: z.boolean(),
  hasPasskeys: z.boolean(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), since: z.number() })),
  nicknameChangeableAt: z.number().nullable(),
  formerNicknames: z.array(z.object({ nickname: z.string(), until: z.number() })),
  /** Ids of the ways (`getAccess`) that open nothing until the owner keeps them in a review. */
  suspended: z.array(z.string()),
});
export type Account = z.infer<typeof account>;
/** A session; times in epoch ms. `name` describes system and browser. */
const device = z.object({
  id: z.string(),
  name: z.string(),
  since: z.number(),
  seenAt: z.number(),
  isThis: z.boolean(),
});
export type Device = z.infer<typeof device>;
export const accountRoutes = routesOf('auth', {
  setTheme: {
    method: 'POST',
    path: '/users/settings/theme',
    auth: 'self',
    meaning: 'Sets the theme.',
    body: z.object({ theme: z.enum(THEMES, '没有这个主题') }),
    reply: done,
  },
  setAvatar: {
    method: 'POST',
    path: '/users/settings/avatar',
    auth: 'self',
    meaning: 'Sets the avatar.',
    body: z.object({ avatar: z.enum(AVATARS, '没有这个头像') }),
    reply: done,
  },
  setNickname: {
    method: 'POST',
    path: '/users/settings/nickname',
    auth: 'account',
    stoppedBy: 'mute',
    meaning: 'Changes the nickname, once in 30 days.',
    body: z.object({ nickname }),
    reply: user,
  },
  setPassword: {
    method: 'POST',
    path: '/users/settings/password',
    auth: 'account',
    meaning:
      'Changes the password, ends all sessions, suspends recent ways that `keep` does not name and returns a new `access_token`.',
    body: z.object({
      oldPassword: z.string('请输入原密码').min(1, '请输入原密码').max(256, '原密码错误'),
      newPassword: password,
      keep,
    }),
    reply: done.extend({ access_token: z.string() }),
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/users/settings/recovery-codes',
    auth: 'account',
    meaning: 'Returns ten new recovery codes; earlier ones end.',
    body: z.object({ password: ownPassword }),
    reply: z.object({ recoveryCodes }),
  },
  keepRecoveryCodes: {
    method: 'POST',
    path: '/users/settings/recovery-codes/kept',
    auth: 'account',
    meaning:
      'States that the owner has stored the recovery codes; `recoveryCodesLeft` counts them from now on.',
    reply: done,
  },
  getAccount: {
    method: 'GET',
    path: '/users/account',
    auth: 'account',
    meaning: 'Returns what only the owner sees.',
    reply: account,
  },
  setEmail: {
    method: 'POST',
    path: '/users/settings/email',
    auth: 'account',
    meaning:
      'Sends a link to an address, which counts when it is opened; without `email` removes the address.',
    body: z.object({ email: email.optional(), password: ownPassword }),
    reply: done,
  },
  askNewPasskey: {
    method: 'POST',
    path: '/users/passkeys/options',
    auth: 'account',
    meaning: 'Returns the WebAuthn options of a new passkey, valid for five minutes.',
    body: z.object({ password: ownPassword }),
    reply: webAuthnOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/users/passkeys',
    auth: 'account',
    meaning: 'Stores a new passkey, at most ten.',
    body: z.object({ response: newPasskey }),
    reply: done,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/users/passkeys/:passkeyId',
    auth: 'account',
    othersGet: 'NOT_FOUND',
    meaning: 'Removes a passkey.',
    params: z.object({ passkeyId: z.string().min(1).max(1_024) }),
    reply: done,
  },
  listDevices: {
    method: 'GET',
    path: '/users/devices',
    auth: 'account',
    meaning: 'Lists the caller’s sessions, this one first, then last seen first.',
    reply: z.array(device),
  },
  endDevice: {
    method: 'DELETE',
    path: '/users/devices/:deviceId',
    auth: 'account',
    othersGet: 'NOT_FOUND',
    meaning: 'Ends a session and closes its connections.',
    params: z.object({ deviceId: z.string().min(1).max(64) }),
    reply: done,
  },
  endOtherDevices: {
    method: 'POST',
    path: '/users/devices/end-others',
    auth: 'account',
    meaning:
      'Ends all sessions, suspends recent ways that `keep` does not name and returns a new `access_token`.',
    body: z.object({ password: ownPassword, keep }),
    reply: done.extend({ access_token: z.string() }),
  },
  getAccess: {
    method: 'GET',
    path: '/users/access',
    auth: 'account',
    meaning: 'Returns what opens the account, the pending review, and the changes of the last 30 days.',
    reply: access,
  },
  reviewAccess: {
    method: 'POST',
    path: '/users/access',
    auth: 'account',
    meaning:
      'Ends every way that `keep` does not name, except this session and the password; a suspended one that it names works again. Needs the password unless the session is younger than 15 minutes (`PASSWORD_REQUIRED`).',
    body: z.object({ keep: wayIds, password: ownPassword.optional() }),
    reply: done.extend({ ended: z.int() }),
  },
  deleteAccount: {
    method: 'POST',
    path: '/users/settings/delete',
    auth: 'account',
    meaning: 'Ends all sessions and deletes the account in 7 days, unless the owner logs in.',
    body: z.object({ password: ownPassword }),
    reply: done.extend({ deletesAt: z.number() }),
  },
});
