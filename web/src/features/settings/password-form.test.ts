import { expect, it } from 'vitest';
import { passwordFault } from './password-form.ts';

const good = { oldPassword: 'old', newPassword: '12345678', confirmPassword: '12345678' };
const fillAll = '请填写所有密码字段';

it('accepts a valid form', () => {
  expect(passwordFault(good)).toBeNull();
});

it.each([
  [{ oldPassword: '' }, 'oldPassword', fillAll],
  [{ newPassword: '' }, 'newPassword', fillAll],
  [{ confirmPassword: '' }, 'confirmPassword', fillAll],
  [{ oldPassword: '', newPassword: '', confirmPassword: '' }, 'oldPassword', fillAll],
  [{ newPassword: '1234567', confirmPassword: 'x' }, 'newPassword', '密码至少 8 位'],
  [{ newPassword: 'x'.repeat(73), confirmPassword: 'x'.repeat(73) }, 'newPassword', '密码最多 72 位'],
  [{ confirmPassword: '12345679' }, 'confirmPassword', '两次输入的新密码不一致'],
])('%j: %s: %s', (change, field, message) => {
  expect(passwordFault({ ...good, ...change })).toEqual({ field, message });
});
