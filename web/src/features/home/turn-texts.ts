import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about a correspondence game that waits for the user. */
export const t = defineTexts({
  turn: '轮到你',
  waits: '{{name}} 在等',
  more: '另有 {{count}} 盘',
  go: '去下',
});
