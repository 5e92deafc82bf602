import { z } from 'zod';
import { foundUser, profile, user, userId } from '../entities.ts';
import { defineRoute, done } from '../http.ts';
import { AVATARS, THEMES } from '../limits.ts';

/** Field rules of design §10. Messages stand beside the field on the form. */
export const username = z
  .string('请输入账号')
  .trim()
  .min(1, '请输入账号')
  .regex(/^[A-Za-z0-9_]{3,20}$/, '账号须为 3–20 位字母、数字或下划线');
export const nickname = z
  .string('请输入昵称')
  .trim()
  .min(1, '请输入昵称')
  .refine((text) => [...text].length <= 12, '昵称最多 12 个字')
  .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text), '昵称含有不可见字符');
export const password = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .min(8, '密码至少 8 位')
  .max(72, '密码最多 72 位');

const session = z.object({ access_token: z.string(), user });
export type Session = z.infer<typeof session>;

export const registration = z
  .object({
    username,
    nickname,
    password,
    confirmPassword: z.string('请再次输入密码').min(1, '请再次输入密码').max(72),
  })
  .refine((form) => form.password === form.confirmPassword, {
    error: '两次输入的密码不一致',
    path: ['confirmPassword'],
  });

export const register = defineRoute({
  method: 'POST',
  path: '/auth/register',
  auth: 'public',
  body: registration,
  reply: session,
  status: 201,
});

/** Looser than registration: a name that cannot exist is just a wrong account. */
export const login = defineRoute({
  method: 'POST',
  path: '/auth/login',
  auth: 'public',
  body: z.object({
    username: z.string('请输入账号').trim().min(1, '请输入账号').max(64, '账号或密码错误'),
    password: z.string('请输入密码').min(1, '请输入密码').max(256, '账号或密码错误'),
  }),
  reply: session,
});

export const getUser = defineRoute({
  method: 'GET',
  path: '/users/:id',
  auth: 'optional',
  params: z.object({ id: userId }),
  reply: profile,
});

/** The caller's own account, as login gave it: what another window or device changed is seen at the next start. */
export const getMe = defineRoute({ method: 'GET', path: '/users/me', auth: 'user', reply: user });

/** Users whose username or nickname begins with the keyword, whatever its case; the caller is left out. */
export const searchUsers = defineRoute({
  method: 'GET',
  path: '/users/search',
  auth: 'user',
  query: z.object({ keyword: z.string().trim().min(1, '请输入昵称或账号').max(20, '最多 20 个字') }),
  reply: z.array(foundUser),
});

export const setTheme = defineRoute({
  method: 'POST',
  path: '/users/settings/theme',
  auth: 'user',
  body: z.object({ theme: z.enum(THEMES, '没有这个主题') }),
  reply: done,
});

export const setAvatar = defineRoute({
  method: 'POST',
  path: '/users/settings/avatar',
  auth: 'user',
  body: z.object({ avatar: z.enum(AVATARS, '没有这个头像') }),
  reply: done,
});

/** Ends every session that began before; the caller goes on with the new token. */
export const setPassword = defineRoute({
  method: 'POST',
  path: '/users/settings/password',
  auth: 'user',
  body: z.object({
    oldPassword: z.string('请输入原密码').min(1, '请输入原密码').max(256, '原密码错误'),
    newPassword: password,
  }),
  reply: done.extend({ access_token: z.string() }),
});

/** Names and faces for other services; unknown ids are left out. */
export const listProfiles = defineRoute({
  method: 'POST',
  path: '/internal/profiles',
  auth: 'service',
  body: z.object({ ids: z.array(userId).min(1).max(100) }),
  reply: z.object({ profiles: z.array(foundUser) }),
});
