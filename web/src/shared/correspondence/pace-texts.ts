import { defineTexts } from '../../ui/define-texts.ts';

/** The name and the pace of correspondence games, which every room loads. */
export const t = defineTexts({ name: '通信棋', pace: '{{days}} 天一步' });
