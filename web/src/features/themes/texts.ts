import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '棋盘主题',
  using: '使用中',
  pages: '主题分页',
  updated: '主题已更新：{{name}}',
  failed: '主题更新失败',
  failedBecause: '主题更新失败：{{reason}}',
  loadFailed: '有主题没有加载成功',
  retry: '重试',
  credits: {
    lead: '部分棋子图案来自',
    games: 'Game-icons（Lorc、Delapouite）',
    cc: 'CC BY 3.0',
    noto: 'Noto Emoji',
    fluent: 'Fluent Emoji',
  },
});
