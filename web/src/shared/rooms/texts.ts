import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about opening a room. */
export const t = defineTexts('newRoom', {
  title: '建房',
  color: '我执',
  colors: { red: '红方', blue: '蓝方', random: '随机' },
  undo: '可以悔棋',
  spectators: '允许观战',
  swap: '再来一局时双方换边。',
  start: '从当前局面开局，{{side}}先走。这一局不计排位。',
  side: { red: '红方', blue: '蓝方' },
  cancel: '取消',
  submit: '建房',
  unknown: '没有房间 {{id}}',
  unknownHint: '要用这个号码新开一间，等朋友来吗？',
  create: '新开一间',
  again: '重新输入',
  full: '房间已满',
  joinFailed: '加入房间失败',
  failed: '操作失败',
});
