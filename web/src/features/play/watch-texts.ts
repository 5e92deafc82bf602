import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '正在下',
  all: '全部 {{count}} 局',
  game: '观战：{{red}}（红）对{{blue}}（蓝），{{control}}，第 {{round}} 回合',
  round: '{{control}} · 第 {{round}} 回合',
  position: '当前局面',
  red: '红',
  blue: '蓝',
  empty: '现在没有排位对局',
  emptyHint: '点一种用时开一局，大家就能在这里看你下棋',
  lead: '{{count}} 局排位正在下，点一局进去观战',
  leadSome: '{{count}} 局排位正在下，这里是棋力最高的 {{shown}} 局',
  back: '返回对弈',
  play: '去找对手',
  learn: '还不太会？先学棋',
});
