import { defineTexts } from '../../../ui/define-texts.ts';

/** Texts of the standings of both kinds. */
export const t = defineTexts({
  rank: '名次',
  me: '我',
  playing: '正在下',
  all: '全部 {{count}} 人',
  own: '我的名次',
  pages: '排名的页',
});
