import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about correspondence games. */
export const t = defineTexts({
  round: '第 {{round}} 回合',
  left: {
    both: '{{days}} 天 {{hours}} 小时',
    days: '{{days}} 天',
    hours: '{{hours}} 小时',
    minutes: '{{minutes}} 分钟',
  },
  remaining: '还剩 {{left}}',
  day: { today: '今天 {{time}}', evening: '昨晚 {{time}}', yesterday: '昨天 {{time}}' },
  yourTurn: '轮到你',
  waitingTurns: '({{count}}) 轮到你',
  rule: '没有钟，每步最多 {{days}} 天，超时判负。走完就可以离开，轮到你时叫你。',
  running: '进行中 {{count}} / {{most}} 盘。',
  full: '满 {{most}} 盘了，下完一盘再开',
  push: {
    ask: '轮到你时，发通知叫你？',
    hint: '对方坐下、对方走完，各叫一次',
    accept: '开启',
    later: '30 天内不再问',
    on: '好，轮到你时会叫你；设置里随时能改',
    denied: '浏览器没有允许；以后可以在设置里打开',
    failed: '没有成功，请稍后再试',
    unreachable: '浏览器连不上推送服务，以后可以在设置里打开',
  },
});
