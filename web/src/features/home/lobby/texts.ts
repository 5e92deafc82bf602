import { defineTexts } from '../../../ui/define-texts.ts';

export const t = defineTexts({
  title: '大厅',
  open: '打开大厅',
  close: '收起大厅',
  unread: '{{count}} 条新消息',
  actions: {
    announcement: '公告',
  },
  list: '大厅聊天',
  loading: '正在进入大厅',
  empty: '大厅里还很安静',
  emptyHint: '说句话，等一位对手。',
  away: {
    title: '大厅暂时连不上',
    hint: '恢复后会自动接上，对局不受影响。',
    note: '大厅暂时连不上，恢复后会自动接上',
  },
  offline: {
    title: '网络已断开',
    hint: '网络恢复后会自动接上。',
  },
  placeholder: '和山里的朋友说句话…',
  closed: '大厅聊天暂时关闭',
  announcement: {
    title: '公告',
    read: '读公告全文',
    none: '暂时没有公告。',
    away: '公告暂时加载不出来，稍后会自动再试。',
  },
});
