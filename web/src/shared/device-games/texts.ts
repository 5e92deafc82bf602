import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  refused: {
    NOT_YOUR_UNDO: '刚走完的一方不能悔棋',
    NO_MOVES: '还没有走棋',
  },
  save: {
    save: '保存棋谱',
    short: '保存',
    saved: '已保存',
    done: '棋谱已保存',
    failed: '保存失败，请重试',
    offline: '没有网络：棋局已存在本机，联网后再保存',
  },
});
