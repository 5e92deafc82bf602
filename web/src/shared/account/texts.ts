import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '收好恢复码',
  hint: '忘了密码，用其中一个就能设新密码。每个只能用一次，只显示这一次。',
  label: '恢复码',
  download: '下载',
  copy: '复制',
  copied: '恢复码已复制',
  done: '存好了',
  keepFirst: '先下载或复制，再点「存好了」',
  file: '斗兽棋恢复码',
  fileHead: '斗兽棋账号 {{username}} 的恢复码。忘记密码时用，每个只能用一次，请勿给别人看。',
});
