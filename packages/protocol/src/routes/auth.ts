import { z } from 'zod';
import { publicUser, user, userId } from '../entities.ts';
import { defineRoute } from '../http.ts';

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
  auth: 'public',
  params: z.object({ id: userId }),
  reply: publicUser,
});

/** Names and faces for other services; unknown ids are left out. */
export const listProfiles = defineRoute({
  method: 'POST',
  path: '/internal/profiles',
  auth: 'service',
  body: z.object({ ids: z.array(userId).min(1).max(100) }),
  reply: z.object({ profiles: z.array(publicUser) }),
});
