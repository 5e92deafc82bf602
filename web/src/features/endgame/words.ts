import { LEVEL_TITLES, type Level, movesOf } from '@doushouqi/endgames';
import { t as boardText } from '../../board/texts.ts';
import { counted } from '../../shared/school/words.ts';
import { t } from './texts.ts';

export function titleOf({ id }: Pick<Level, 'id'>): string {
  return LEVEL_TITLES[id] ?? id;
}

/** `红先，四步取胜` */
export function taskText(level: Level): string {
  const side = boardText(`side.${level.side}`);
  return t(`level.${level.goal}`, { side, count: counted(movesOf(level)) });
}
