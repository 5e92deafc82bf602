import { defineTexts } from '../../ui/define-texts.ts';

/** Of the result: the way back to a tournament, and who ended an aborted game. `forfeit`: of a tournament. */
export const t = defineTexts({
  toTournament: '回到比赛',
  why: {
    late: {
      you: '你 {{seconds}} 秒内没走第一步，对局取消',
      other: '对方没走第一步，对局取消',
      side: '{{side}}没走第一步，对局取消',
    },
    left: {
      you: '你取消了对局，不分胜负',
      other: '对方取消了对局，不分胜负',
      side: '{{side}}取消了对局，不分胜负',
    },
    both: '双方都离开了，不分胜负',
  },
  forfeit: {
    late: {
      you: '你 {{seconds}} 秒内没走第一步，本局判负',
      other: '对方没走第一步，本局判你胜',
      side: '{{side}}没走第一步，本局判负',
    },
    left: {
      you: '你没走第一步就退出，本局判负',
      other: '对方没走第一步就退出，本局判你胜',
      side: '{{side}}没走第一步就退出，本局判负',
    },
  },
});
