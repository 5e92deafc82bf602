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
