import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '通知',
  back: '返回通知',
  toSettings: '返回设置',
  loading: '正在加载通知',
  failed: '通知加载失败',
  failedText: '请检查网络后重试。',
  retry: '重试',
  missing: '找不到这封通知',
  missingText: '它可能太旧了，或写给另一个账号。',
  all: '看全部通知',
  empty: '没有通知',
  emptyText: '值守的决定和举报的结果会写在这里。',
  letters: '值守来信',
  unread: '未读',
  lasting: '生效中',
  appealed: '已申诉',
  reports: '我的举报',
  report: {
    line: '举报 {{name}} 的发言',
    message: '举报 {{name}} 的私信',
    nickname: '举报昵称 {{name}}',
    avatar: '举报 {{name}} 的头像',
    play: '举报和 {{name}} 的对局',
  },
  state: {
    open: '值守会看，处理后会告诉你',
    acted: '已处理，谢谢你',
    dismissed: '看过了，没有发现违规',
  },
  reportsFailed: '举报的结果暂时加载不出来',
});
