import { describe, expect, it } from 'vitest';
import { loginErrors, registerErrors } from './validation.ts';

describe('loginErrors', () => {
  it.each([
    [
      { username: '', password: '' },
      { username: '请输入账号', password: '请输入密码' },
    ],
    [{ username: '  ', password: ' ' }, { username: '请输入账号' }],
    [{ username: 'a', password: 'b' }, {}],
  ])('%j', (values, errors) => {
    expect(loginErrors(values)).toEqual(errors);
  });
});

describe('registerErrors', () => {
  const good = { username: 'shan_jun1', nickname: '山君', password: '12345678', confirmPassword: '12345678' };

  it('returns no errors for valid values', () => {
    expect(registerErrors(good)).toEqual({});
  });

  it.each([
    [{ username: '' }, { username: '请输入账号' }],
    [{ username: 'ab' }, { username: '账号须为 3–20 位字母、数字或下划线' }],
    [{ username: '山君山君' }, { username: '账号须为 3–20 位字母、数字或下划线' }],
    [{ nickname: ' ' }, { nickname: '请输入昵称' }],
    [{ nickname: '山'.repeat(13) }, { nickname: '昵称最多 12 个字' }],
    [{ password: '1234567', confirmPassword: '1234567' }, { password: '密码至少 8 位' }],
    [{ confirmPassword: '' }, { confirmPassword: '请再次输入密码' }],
    [{ confirmPassword: '12345679' }, { confirmPassword: '两次输入的密码不一致' }],
  ])('%j', (change, errors) => {
    expect(registerErrors({ ...good, ...change })).toEqual(errors);
  });

  it('checks each field independently', () => {
    expect(Object.keys(registerErrors({ ...good, username: '', confirmPassword: 'x' }))).toEqual([
      'username',
      'confirmPassword',
    ]);
  });
});
