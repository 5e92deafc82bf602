import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '同屏双人',
  back: '返回对弈',
  record: '本局棋谱',
  turn: '轮到{{side}}',
  took: '已吃 {{count}} 子',
  seats: {
    facing: '对坐',
    same: '同侧',
    toFacing: '改为对坐：上方的操作条转向对面的人',
    toSame: '改为同侧：两条操作条都正着放',
  },
  actions: { undo: '悔棋', draw: '求和', surrender: '认输', flip: '翻转', reset: '重开' },
  undone: '悔棋成功',
  draw: {
    title: '双方同意和棋？',
    message: '{{side}}求和。对方也同意，这一局就算和棋。',
    confirm: '同意和棋',
  },
  surrender: {
    title: '{{side}}认输？',
    message: '这一局将判{{other}}获胜。',
  },
  reset: {
    title: '重开一局？',
    message: '棋子回到开局，走过的棋不再保留。想留着，请先保存棋谱。',
  },
  settings: '对局设置',
  clock: { title: '每方用时', none: '不计时' },
  rules: {
    title: '可选规则',
    now: '还没有走棋，改动马上生效',
    next: '改动从下一局起生效',
  },
  copy: {
    all: '复制棋谱、FEN 与局面',
    record: '复制棋谱',
    fen: '复制 FEN',
    position: '复制局面',
  },
});
