import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: {
    line: '举报这句话',
    message: '举报这句话',
    nickname: '举报这个昵称',
    avatar: '举报这个头像',
    play: '举报这一局',
  },
  avatar: '{{name}}的头像',
  play: '和{{name}}的这一局，棋谱会一起交给值守',
  secret: '对方不会知道是谁举报的。',
  reason: '为什么',
  reasons: {
    abuse: '辱骂他人',
    advert: '广告引流',
    harassment: '骚扰',
    name: '昵称不当',
    engine: '疑似用引擎',
    stalling: '消极对局',
    arranged: '串通',
    other: '其他',
  },
  note: '补充（可不填）',
  notePlaceholder: '值守该知道的事',
  conversation: '让值守看到前后的对话',
  conversationHint: '不勾选就只交这一句',
  cancel: '取消',
  submit: '举报',
  done: '已收到，处理后会告诉你',
  failed: '举报没有送到，请重试',
});
