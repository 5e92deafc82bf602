import type { ExportedGame } from '@doushouqi/protocol';
import { formatGameText, setComment, treeOfGame } from '@doushouqi/rules';
import type { TFunction } from 'i18next';
import { gameOf } from './kept-game.ts';
import { kindOf } from './record-facts.ts';

/** Files of games, as docs/notation.md describes them. Pure. */

function dayOf(at: number): string {
  const day = new Date(at);
  const numbers = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return numbers.map((number) => String(number).padStart(2, '0')).join('-');
}

function timeControlText({ timeControl }: ExportedGame): string {
  return timeControl ? `${timeControl.initial * 60}+${timeControl.increment}` : '-';
}

/** Seconds that each move took. A game from this device may bring times that contradict each other. */
function thoughtTimes(moveTimes: readonly number[]): number[] {
  return moveTimes.map((time, ply) => Math.max(0, time - (moveTimes[ply - 1] ?? 0)) / 1000);
}

/** One game as text with headers; the comment of a favourite stands before the first move. Null: it cannot be read. */
export function gameTextOf(t: TFunction, game: ExportedGame): string | null {
  const played = gameOf(game);
  if (!played) return null;
  const { red, blue } = game.players;
  const tree = treeOfGame(played);
  const commented = setComment(tree, '', game.comment ?? '');
  return formatGameText({
    headers: {
      Event: t(`history.export.event.${kindOf(game)}`),
      Date: dayOf(game.startTime).replaceAll('-', '.'),
      Red: red.nickname,
      Blue: blue.nickname,
      TimeControl: timeControlText(game),
    },
    tree: commented.ok ? commented.value : tree,
    times: thoughtTimes(game.moveTimes),
  });
}

interface FileFormat {
  extension: string;
  type: string;
  /** What a game is in the file; null: nothing. */
  part: (t: TFunction, game: ExportedGame) => string | null;
  whole: (parts: readonly string[]) => string;
}

export const FILE_FORMATS = {
  text: {
    extension: 'txt',
    type: 'text/plain',
    part: gameTextOf,
    whole: (parts) => parts.join('\n'),
  },
  json: {
    extension: 'json',
    type: 'application/json',
    part: (_, game) => JSON.stringify(game),
    whole: (parts) => `{"format":"doushouqi-games","version":1,"games":[\n${parts.join(',\n')}\n]}\n`,
  },
} as const satisfies Record<string, FileFormat>;
export type FormatName = keyof typeof FILE_FORMATS;

/** What no file name may hold anywhere, and what makes it hard to read. */
const UNFIT = /[\\/:*?"<>|\p{C}\s]+/gu;

function fileName(words: readonly string[], format: FormatName): string {
  return `${words.map((word) => word.replace(UNFIT, '_')).join('-')}.${FILE_FORMATS[format].extension}`;
}

/** `斗兽棋-2026-11-22-甲-乙.txt` */
export function gameFileName(t: TFunction, { players, startTime }: ExportedGame, format: FormatName): string {
  const { red, blue } = players;
  return fileName([t('history.export.file'), dayOf(startTime), red.nickname, blue.nickname], format);
}

/** `斗兽棋-2026-11-22-全部棋谱.json` */
export function allGamesFileName(t: TFunction, now: number, format: FormatName): string {
  return fileName([t('history.export.file'), dayOf(now), t('history.export.all')], format);
}
