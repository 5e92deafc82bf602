import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  none: '还没有记录',
  note: '只增不改，每条含前一条的校验值',
  more: '更早的',
  one: '只看一位用户',
  all: '看全部',
  column: {
    n: '编号',
    at: '时间',
    by: '操作人',
    what: '做了什么',
    person: '关于',
    reason: '理由',
    hash: '校验值',
  },
});
