import { useMinute } from '../../shared/correspondence/games.ts';
import { pastText } from '../../shared/correspondence/time-words.ts';

/** The day and time of a line of the chat. @param at epoch ms */
export function PastTime({ at }: { at: number }) {
  const now = useMinute();
  return <time dateTime={new Date(at).toISOString()}>{pastText(at, now)}</time>;
}
