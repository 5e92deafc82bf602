import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts('pushSlip', {
  ask: '走开时用通知叫你？',
  accept: '好',
  never: '不用，不再问',
  on: '好，走开时会叫你；设置里随时能改',
  denied: '浏览器没有允许；以后可以在设置里打开',
  unreachable: '浏览器连不上推送服务，以后可以在设置里打开',
});
