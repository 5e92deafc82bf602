import type { PushKind } from '@doushouqi/protocol';
import { defineTexts } from '../../../ui/define-texts.ts';

export const t = defineTexts({
  title: '走开时叫我',
  hint: '页面没开着也会收到通知',
  on: '用通知叫我',
  kinds: {
    turn: '轮到我走',
    invitation: '好友邀请对局',
    challenge: '有人挑战',
    friendRequest: '好友申请',
    message: '私信',
    tournament: '比赛签到和上场',
  } satisfies Record<PushKind, string>,
  unsupported: '这个浏览器不支持通知，换一个试试。',
  notInstalled: '在 iPhone 和 iPad 上，先点“分享”，再点“添加到主屏幕”，从那里打开后就能收到通知。',
  denied: '浏览器禁止了本站的通知。点地址栏旁的图标，允许通知后再来。',
  unreachable: '浏览器连不上推送服务，稍后再试',
  loadFailed: '现在的设置加载不出来',
  failed: '没有成功，请稍后再试',
});
