import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about the choice of a time control. */
export const t = defineTexts({
  legend: '用时（分 + 每步加秒）',
  own: '自定',
  untimed: '不限时',
  minutes: '每方 {{count}} 分钟',
  seconds: '每步加 {{count}} 秒',
  minutesLabel: '每方分钟',
  secondsLabel: '每步加秒',
});
