import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts('auth', {
  account: '账号',
  password: '密码',
  confirmPassword: '确认密码',
  nickname: '昵称',
  enterAccount: '请输入账号',
  enterPassword: '请输入密码',
  passwordsDiffer: '两次输入的密码不一致',
  login: {
    subtitle: '回山里来，接着下这盘棋',
    submit: '登录',
    noAccount: '还没有账号？',
    toRegister: '去注册',
    success: '登录成功',
    failed: '登录失败，请检查账号和密码',
  },
  register: {
    subtitle: '起个名号，进山下棋',
    submit: '注册并进山',
    hasAccount: '已有账号？',
    toLogin: '去登录',
    success: '注册成功，欢迎进山',
    failed: '注册失败，请稍后再试',
    accountHint: '3–20 位字母、数字或下划线',
    nicknameHint: '1–12 个字，对手会看到它',
    passwordHint: '8–72 位',
  },
});
