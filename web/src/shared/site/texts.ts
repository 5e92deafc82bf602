import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  planned: '{{text}}，{{time}} 开始',
  running: '{{text}}，预计 {{time}} 结束',
  closed: '{{text}}，暂时不能开新局，预计 {{time}} 恢复',
  readOnly: '网站正在维护，暂时不能开新局，正在下的棋不受影响',
  inGame: '{{text}}，这一局可以照常下完',
  left: {
    hours: '{{hours}} 小时 {{minutes}} 分',
    label: '还有 {{left}}',
  },
  hide: '先收起来',
});
