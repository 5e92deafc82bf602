import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  school: '残局学堂',
  tabs: { label: '残局学堂的页面', levels: '闯关', puzzles: '解题', daily: '每日一题', mistakes: '错题' },
});
