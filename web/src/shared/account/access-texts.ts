import { defineTexts } from '../../ui/define-texts.ts';

/** Words for what opens an account. */
export const t = defineTexts({
  changed: {
    codes: '换了恢复码',
    'codes-removed': '停用了恢复码',
    email: '改了邮箱',
    'email-removed': '移除了邮箱',
    factor: '设了登录后台用的验证器',
    passkey: '添加了通行密钥',
    'passkey-removed': '移除了通行密钥',
    password: '改了密码',
  },
  news: '账号最近{{what}}，是你吗？',
  newsMany: '账号最近有 {{count}} 处变动，是你吗？',
  look: '查看',
  known: '是我，知道了',
});
