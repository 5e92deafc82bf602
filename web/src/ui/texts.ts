import { defineTexts } from './define-texts.ts';

export const t = defineTexts('ui', {
  animal: {
    rat: '鼠',
    cat: '猫',
    dog: '狗',
    wolf: '狼',
    leopard: '豹',
    tiger: '虎',
    lion: '狮',
    elephant: '象',
  },
  level: { name: '{{animal}}{{step}}阶', step1: '一', step2: '二', step3: '三', none: '未定级' },

  endReason: {
    NONE: '没有下完',
    DEN_CAPTURED: '入穴',
    NO_PIECES: '棋子全失',
    TIME_UP: '超时',
    SURRENDER: '认输',
    DRAW_AGREED: '双方议和',
    DRAW_100_ROUNDS: '百回合无吃子',
    STALEMATE: '无子可走',
    OFFLINE_SURRENDER: '离线判负',
    DRAW_TOO_LONG: '对局过长',
  },
  copyFailed: '复制失败，请手动复制',
  confirmTitle: '确认',
  ok: '确定',
  cancel: '取消',
  close: '关闭',
  more: '继续往下看',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  page: '第 {{page}} 页',
  previousPage: '上一页',
  nextPage: '下一页',
});
