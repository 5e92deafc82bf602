import {
  TOURNAMENT_DESCRIPTION_LENGTH,
  TOURNAMENT_NAME_LENGTH,
  TOURNAMENT_PASSWORD_LENGTH,
} from './limits.ts';
import { shownText } from './text.ts';
import { z } from './zod.ts';

/** Form schemas of a new tournament, which browser and server share. */

export const tournamentName = shownText('请输入名称', '名称含有不可见字符').refine(
  (text) => [...text].length <= TOURNAMENT_NAME_LENGTH,
  `名称最多 ${TOURNAMENT_NAME_LENGTH} 个字`,
);
export const tournamentDescription = shownText('请输入内容', '内容含有不可见字符').max(
  TOURNAMENT_DESCRIPTION_LENGTH,
  `最多 ${TOURNAMENT_DESCRIPTION_LENGTH} 个字`,
);

const { min, max } = TOURNAMENT_PASSWORD_LENGTH;
/** Of a private tournament: its creator passes it on to those who may enter. */
export const tournamentPassword = z
  .string()
  .trim()
  .regex(new RegExp(`^[^\\s\\p{C}]{${min},${max}}$`, 'u'), `密码要 ${min} 到 ${max} 个字，不含空格`);
