import { defineTexts } from '../../../ui/define-texts.ts';

/** Texts of the chat of a tournament. */
export const t = defineTexts({
  title: '聊天',
  list: '赛场聊天',
  loading: '正在加载聊天',
  empty: '还没有人说话',
  emptyHint: '给场上的棋手加个油。',
  away: {
    title: '聊天暂时连不上',
    hint: '恢复后会自动接上，比赛不受影响。',
    note: '聊天暂时连不上，恢复后会自动接上',
  },
  placeholder: '和赛场里的人说句话…',
  closed: '聊天暂时关闭',
  close: '关闭',
  unread: '{{count}} 条新消息',
});
