import { shownText } from './text.ts';
import { z } from './zod.ts';

/**
 * Form schemas that browser and server share, with the messages of their fields. Add nothing else: the whole module is
 * in the browser's bundle.
 */

export const roomId = z
  .string('请输入房间号')
  .trim()
  .min(1, '请输入房间号')
  .regex(/^[A-Za-z0-9_-]{1,20}$/, '房间号须为 1–20 位字母、数字、- 或 _');

export const username = z
  .string('请输入账号')
  .trim()
  .min(1, '请输入账号')
  .regex(/^[A-Za-z0-9_]{3,20}$/, '账号须为 3–20 位字母、数字或下划线');
export const nickname = shownText('请输入昵称', '昵称含有不可见字符').refine(
  (text) => [...text].length <= 12,
  '昵称最多 12 个字',
);
export const password = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .min(8, '密码至少 8 位')
  .max(72, '密码最多 72 位');

export const confirmPassword = z.string('请再次输入密码').min(1, '请再次输入密码').max(72, '密码最多 72 位');
const account = z.object({ username, nickname, password, confirmPassword });
/** Whether a form repeats its password. */
export function isConfirmed(form: { password: string; confirmPassword: string }): boolean {
  return form.password.normalize() === form.confirmPassword.normalize();
}
export const NOT_CONFIRMED = { error: '两次输入的密码不一致', path: ['confirmPassword'] };

export const registration = account.refine(isConfirmed, NOT_CONFIRMED);
/** Registration of a guest, who keeps the nickname if the form has none. */
export const guestRegistration = account.partial({ nickname: true }).refine(isConfirmed, NOT_CONFIRMED);

/** A recovery code as its owner types it, in any case, with or without separators. */
export const recoveryCode = z
  .string('请输入恢复码')
  .trim()
  .min(1, '请输入恢复码')
  .regex(/^[0-9A-Za-z](?:[- ]?[0-9A-Za-z]){15}$/, '恢复码是 16 位字母和数字');

/** Looser than registration: an impossible name is an unknown account. */
export const credentials = z.object({
  username: z.string('请输入账号').trim().min(1, '请输入账号').max(64, '账号或密码错误'),
  password: z.string('请输入密码').min(1, '请输入密码').max(256, '账号或密码错误'),
});

export const email = z
  .string('请输入邮箱')
  .trim()
  .min(1, '请输入邮箱')
  .max(254, '邮箱过长')
  // No control, invisible or unassigned characters (`\p{C}`): the address becomes part of e-mails and their headers.
  .regex(/^[^\s\p{C}@<>",;:\\()[\]]+@[^\s\p{C}@<>",;:\\()[\]]+\.[^\s\p{C}@<>",;:\\()[\]]+$/u, '邮箱格式有误');
