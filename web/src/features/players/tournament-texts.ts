import { defineTexts } from '../../ui/define-texts.ts';

/** A player's tournaments. */
export const t = defineTexts({
  title: '赛事',
  played: '参加 {{count}} 场',
  medals: { gold: '冠军', silver: '亚军', bronze: '季军' },
  medal: '{{medal}} {{count}} 次',
  rank: '第 {{rank}} 名',
  of: '{{players}} 人',
  kind: { arena: '擂台', swiss: '瑞士制' },
  none: '还没有比完的比赛。',
  noneMine: '还没有比完的比赛，报名一场试试。',
  list: '看赛程',
});
