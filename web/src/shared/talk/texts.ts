import { defineTexts } from '../../ui/define-texts.ts';

/** Texts of every public talk. */
export const t = defineTexts({
  news: '有新消息',
  said: '{{name}}，{{time}}',
  offline: {
    title: '网络已断开',
    hint: '网络恢复后会自动接上。',
    note: '网络已断开，这里是之前的消息',
  },
  retry: '现在重试',
  older: {
    loading: '正在加载更早的发言…',
    failed: '更早的发言暂时加载不出来',
    retry: '重试',
  },
  say: {
    visitor: '登录后就能说话',
    visitorHint: '你正在旁听，想说话请先',
    login: '登录',
    guest: '注册后就能说话',
    guestHint: '游客可以旁听，想说话请先',
    register: '注册',
    send: '发送',
    left: '还能写 {{count}} 个字',
    failed: '发送失败，请重试',
  },
  line: {
    menu: '更多操作：{{name}}的发言',
    mute: '屏蔽{{name}}的发言',
    muted: '已屏蔽{{name}}的发言，只对你生效',
    report: '举报这句话',
  },
  mutes: {
    title: '屏蔽名单',
    hint: '名单里的人说话只是对你隐藏，随时可以恢复。',
    none: '名单是空的。',
    undo: '恢复',
  },
  muted: '已屏蔽 {{count}} 人的发言',
});
