import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  state: { pending: '待复核', refused: '没有通过', active: '生效中', ended: '已结束', over: '已到期' },
  by: '{{by}} · {{at}}',
  until: '到 {{at}}',
  forEver: '不限期',
  letter: '给本人的话',
  reason: '理由',
  second: '复核：{{name}}',
  returnsPoints: '退还对手近 30 天输掉的分',
  ended: '{{by}}提前结束：{{reason}}',
  appeal: '申诉',
  answer: '答复',
  granted: '同意',
  denied: '维持',
  end: '提前结束',
  endReason: '提前结束的理由',
  endNow: '结束{{kind}}',
  cancel: '取消',
  done: '{{kind}}已结束',
});
