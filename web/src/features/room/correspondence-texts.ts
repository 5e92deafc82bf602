import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about a running correspondence game. */
export const t = defineTexts({
  lastSeen: '上次来',
  remaining: '还剩',
  mine: '走完就可以离开，轮到你时叫你。',
  theirs: '走好了，等对方。还剩 {{left}}。',
  watched: '{{side}}还剩 {{left}}。',
  next: '下一盘',
});
