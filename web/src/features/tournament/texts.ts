import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '赛事',
  loading: '正在加载赛程',
  loadingOne: '正在加载比赛',
  back: '返回赛事',
  sections: {
    running: '正在进行',
    coming: '即将开赛',
    finished: '往届赛事',
  },
  time: '时间',
  timeControl: '{{initial}}+{{increment}}',
  timeControlHint: '每方 {{initial}} 分钟，每步加 {{increment}} 秒',
  champion: '冠军 {{name}}',
  noChampion: '没有冠军',
  empty: {
    title: '擂台正在搭',
    text: '定下赛期以后，这里会写明开赛时间、每方用时和赛制；赛后写上冠军的名字。开赛前大厅会有公告。',
  },
  failed: {
    title: '赛程暂时加载不出来',
    text: '服务暂时连不上，会自动再试。',
    one: '比赛暂时加载不出来',
    offline: '网络已断开，恢复后会自动再试。',
    retry: '现在重试',
    note: '赛程暂时无法更新，会自动再试',
  },
  missing: {
    title: '没有这场比赛',
    text: '比赛已取消，或者链接不完整。',
  },
  entry: { failed: '没有成功，请再试一次' },
});
