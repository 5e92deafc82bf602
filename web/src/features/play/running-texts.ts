import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about the user's correspondence games. */
export const t = defineTexts({
  title: '进行中的棋',
  hint: '没有钟，一步几天。走完就可以离开，轮到你时叫你。',
  count: '{{count}} / {{most}} 盘',
  begin: '开一盘',
  empty: '没有进行中的棋',
  emptyHint: '一步 1、3 或 7 天，走完就可以离开。',
  results: '下完的棋',
  others: '等对方',
  position: '现在的局面',
  side: { red: '我执红', blue: '我执蓝' },
  seal: { red: '红', blue: '蓝' },
  against: '对 {{name}}',
  room: '房间 {{id}}',
  waiting: '等对手入座',
  noMove: '还没有落子',
  theirMove: '对方',
  myMove: '我走了',
  captures: '吃',
  theirTime: '对方还剩 {{left}}',
  go: '去下',
});
