import { defineTexts } from '../../ui/define-texts.ts';

/** Texts about the link of a room. */
export const t = defineTexts({
  title: '把链接发给朋友',
  scan: '或者让朋友扫一扫',
  code: '房间链接的二维码',
});
