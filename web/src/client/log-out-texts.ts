import { defineTexts } from '../ui/define-texts.ts';

export const t = defineTexts({
  title: '对局还没下完',
  message: '退出登录后，1 分钟内不回来就判负。',
  confirm: '退出登录',
  stay: '继续下',
});
