import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about entering a room, used by several pages. */
export const t = defineTexts({
  door: { unknown: '房间 {{id}}', join: '加入 {{id}}', watch: '观战 {{id}}', gone: '房间 {{id}} 已散' },
  said: { menu: '更多操作：{{name}}的发言', report: '举报这句话' },
  entered: { joined: '已进入房间', opened: '房间已开好', spectating: '已进入观战' },
  invite: {
    ask: '{{name}}邀请你对弈',
    room: '房间 {{id}}',
    seconds: '{{seconds}} 秒',
    accept: '接受',
    reject: '拒绝',
    declined: '已拒绝邀请',
    failed: '处理邀请失败，请重试',
    later: '{{name}}邀请你对弈，本局结束后可回应',
    accepted: '{{name}}接受了邀请，房间 {{id}}',
    refused: '{{name}}暂时不能应邀',
    full: '{{name}}的通信棋满了，下完一盘再约',
    toRoom: '好友接受了邀请，在房间等你',
  },
});
