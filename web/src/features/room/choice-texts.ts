import {
  type DaysPerMove,
  DEFAULT_DAYS_PER_MOVE,
  type TableChoices,
  type TimeControl,
} from '@doushouqi/protocol';
import { t as paceText } from '../../shared/correspondence/pace-texts.ts';
import { t } from './texts.ts';

/** Returns the pace of a room: a time control as `5 + 3`, or `3 天一步`. */
export function timeText(control: TimeControl | null, days: DaysPerMove | null): string {
  return control
    ? t('timeControl', { ...control })
    : paceText('pace', { days: days ?? DEFAULT_DAYS_PER_MOVE });
}

/** Returns the choices of a room's creator in words. */
export function choicesText({ undo, spectators, start }: TableChoices): string {
  const words = [t(`choices.undo.${undo}`), t(`choices.spectators.${spectators}`)];
  return [...words, ...(start === null ? [] : [t('choices.start')])].join(' · ');
}
