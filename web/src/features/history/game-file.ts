import type { ExportedGame } from '@doushouqi/protocol';
import { dayOf, formatGameText, gameOfRecord } from '@doushouqi/rules';
import { t } from './texts.ts';

/** Files of games as in docs/notation.md. Pure. */

/**
 * Returns a game as text with headers; the comment of a favorite is before the first move. Null if it cannot be read.
 */
export function gameTextOf(game: ExportedGame): string | null {
  const read = gameOfRecord(game);
  return read.ok ? formatGameText(read.value) : null;
}

interface FileFormat {
  extension: string;
  type: string;
  /** Returns the text of a game in the file; null to omit it. */
  part: (game: ExportedGame) => string | null;
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
    part: (game) => JSON.stringify(game),
    whole: (parts) => `{"format":"doushouqi-games","version":1,"games":[\n${parts.join(',\n')}\n]}\n`,
  },
} as const satisfies Record<string, FileFormat>;
export type FormatName = keyof typeof FILE_FORMATS;

/** Characters that are illegal in file names or hard to read. */
const UNFIT = /[\\/:*?"<>|\p{C}\s]+/gu;

function fileName(words: readonly string[], format: FormatName): string {
  return `${words.map((word) => word.replace(UNFIT, '_')).join('-')}.${FILE_FORMATS[format].extension}`;
}

/** `斗兽棋-2026-11-22-甲-乙.txt` */
export function gameFileName({ players, startTime }: ExportedGame, format: FormatName): string {
  const { red, blue } = players;
  return fileName([t('export.file'), dayOf(startTime), red.nickname, blue.nickname], format);
}

/** `斗兽棋-2026-11-22-全部棋谱.json` */
export function allGamesFileName(now: number, format: FormatName): string {
  return fileName([t('export.file'), dayOf(now), t('export.all')], format);
}
