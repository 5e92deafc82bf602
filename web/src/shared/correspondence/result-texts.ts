import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about correspondence games that ended while the user was away. */
export const t = defineTexts({
  won: '你赢了',
  lost: '你输了',
  draw: '和棋',
  against: '对 {{name}}',
  mine: '你{{reason}}',
  theirs: '对方{{reason}}',
  more: '另有 {{count}} 盘',
  go: '看看',
});
