import { defineTexts } from '../../ui/define-texts.ts';

/** What the tile of the tournaments says. */
export const t = defineTexts({
  running: '进行中',
  round: '{{name}} · 第 {{round}} / {{rounds}} 轮',
  left: '{{name}} · 剩 {{minutes}} 分',
  in: '{{minutes}} 分后开赛',
  at: '{{time}} {{name}}',
});
