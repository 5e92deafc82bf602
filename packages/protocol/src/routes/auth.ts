import { z } from 'zod';
import { foundUser, profile, user, userId } from '../entities.ts';
import { credentials, password, registration } from '../forms.ts';
import { routesOf } from '../http.ts';
import { AVATARS, THEMES } from '../limits.ts';
import { done } from './done.ts';

const session = z.object({ access_token: z.string(), user });
export type Session = z.infer<typeof session>;

export const authRoutes = routesOf('auth', {
  register: {
    method: 'POST',
    path: '/auth/register',
    auth: 'public',
    meaning: 'Makes an account and logs in: token and user.',
    body: registration,
    reply: session,
    status: 201,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    auth: 'public',
    meaning: 'Token and user.',
    body: credentials,
    reply: session,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    auth: 'user',
    meaning: 'Ends the session of this token, with its connections; others of the user go on.',
    reply: done,
  },
  getMe: {
    method: 'GET',
    path: '/users/me',
    auth: 'user',
    meaning: 'The own account, as login gave it: what another device changed is seen at the next start.',
    reply: user,
  },
  searchUsers: {
    method: 'GET',
    path: '/users/search',
    auth: 'user',
    meaning:
      'At most 20 whose username or nickname holds the keyword, whatever its case or width; the caller is left out.',
    query: z.object({ keyword: z.string().trim().min(1, '请输入昵称或账号').max(20, '最多 20 个字') }),
    reply: z.array(foundUser),
  },
  getUser: {
    method: 'GET',
    path: '/users/:id',
    auth: 'optional',
    meaning: 'Nickname, avatar, `isOnline`; `friends` (ids) only for oneself.',
    params: z.object({ id: userId }),
    reply: profile,
  },
  setTheme: {
    method: 'POST',
    path: '/users/settings/theme',
    auth: 'user',
    meaning: 'Chooses a theme.',
    body: z.object({ theme: z.enum(THEMES, '没有这个主题') }),
    reply: done,
  },
  setAvatar: {
    method: 'POST',
    path: '/users/settings/avatar',
    auth: 'user',
    meaning: 'Chooses an avatar.',
    body: z.object({ avatar: z.enum(AVATARS, '没有这个头像') }),
    reply: done,
  },
  setPassword: {
    method: 'POST',
    path: '/users/settings/password',
    auth: 'user',
    meaning: 'Ends every session that began before; the caller goes on with the new `access_token`.',
    body: z.object({
      oldPassword: z.string('请输入原密码').min(1, '请输入原密码').max(256, '原密码错误'),
      newPassword: password,
    }),
    reply: done.extend({ access_token: z.string() }),
  },
  listProfiles: {
    method: 'POST',
    path: '/internal/profiles',
    auth: 'service',
    meaning: 'Names and faces of users, with `presence` whether each is online; unknown ids are left out.',
    body: z.object({ ids: z.array(userId).min(1).max(100), presence: z.boolean().default(false) }),
    reply: z.object({ profiles: z.array(foundUser.extend({ isOnline: z.boolean().optional() })) }),
  },
});
