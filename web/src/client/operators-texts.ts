import { defineTexts } from '../ui/define-texts.ts';

export const t = defineTexts({
  letter: '值守给你发了一封通知，换页时打开',
  returned: '和你下过的一位棋手用了引擎，退还 {{points}} 分',
  outcome: { acted: '你举报的{{name}}已处理，谢谢你', dismissed: '你举报的{{name}}看过了，没有发现违规' },
});
