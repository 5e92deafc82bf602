import type { TableChoices, TimeControl } from '@doushouqi/protocol';
import { t } from './texts.ts';

/** Returns a time control as `5 + 3`, or the text for a game without clocks. */
export function timeText(control: TimeControl | null): string {
  return control ? t('timeControl', { ...control }) : t('untimed');
}

/** Returns the choices of a room's creator in words. */
export function choicesText({ undo, spectators, start }: TableChoices): string {
  const words = [t(`choices.undo.${undo}`), t(`choices.spectators.${spectators}`)];
  return [...words, ...(start === null ? [] : [t('choices.start')])].join(' · ');
}
