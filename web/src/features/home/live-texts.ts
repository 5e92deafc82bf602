import { defineTexts } from '../../ui/define-texts.ts';

/** Texts of the live board. */
export const t = defineTexts({
  bots: '两位机器人在切磋',
  people: '名局正在下',
  none: '现在没有对局',
  all: '全部 {{count}} 局',
  now: '正在下',
  over: '下完了',
  round: '{{control}} · 第 {{round}} 回合',
  position: '当前局面',
  seal: { red: '红', blue: '蓝' },
  watch: '去看',
  game: '去看 {{red}}（红）对 {{blue}}（蓝）',
});
