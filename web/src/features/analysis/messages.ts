import { CLIENT_ERRORS } from '@doushouqi/protocol';
import { MOVE_ERRORS, type MoveError, outcome, SETUP_ERRORS, TREE_ERRORS } from '@doushouqi/rules';
import { t as tableText } from '../../shared/table/texts.ts';
import { t as uiText } from '../../ui/texts.ts';
import type { AnalysisError } from './study/analysis.ts';
import type { ImportError } from './study/read-import.ts';
import { nodeOf, type Study } from './study/study.ts';
import { t } from './texts.ts';

const OWN = [...SETUP_ERRORS, ...TREE_ERRORS] as const;

function isOwn(code: string): code is (typeof OWN)[number] {
  return OWN.some((one) => one === code);
}

function isMoveError(code: string): code is MoveError {
  return MOVE_ERRORS.some((one) => one === code);
}

/** Returns the reason of a refused action. */
export function refusalText(code: AnalysisError): string {
  return isOwn(code) ? t(`refused.${code}`) : CLIENT_ERRORS[code].message;
}

/** Returns the reason of a failed import and the place of the error. */
export function importText(error: ImportError): string {
  if (error.code === 'PLACE') {
    return t('import.error.PLACE', { reason: refusalText(error.reason) });
  }
  if (error.code === 'PIECE') return t('import.error.PIECE', { char: error.char });
  if (error.code !== 'NOTATION') return t(`import.error.${error.code}`);
  const place = placeText(error);
  return t('import.error.NOTATION', { place, reason: reasonText(error.reason) });
}

type NotationError = Extract<ImportError, { code: 'NOTATION' }>;

function reasonText(reason: NotationError['reason']): string {
  if (isMoveError(reason)) return CLIENT_ERRORS[reason].message;
  return isOwn(reason) ? t(`refused.${reason}`) : t(`import.reason.${reason}`);
}

function placeText({ game, line, ply }: NotationError): string {
  const parts = [
    game !== undefined && game > 0 && t('import.place.game', { game }),
    line !== undefined && t('import.place.line', { line }),
    ply > 0 && t('import.place.ply', { ply }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : parts.join(' ') + t('import.place.end');
}

/** Returns how the record's game ended: on the board or by a verdict. Null if it did not end. */
export function resultText(study: Study): string | null {
  const shown = outcome(nodeOf(study).game);
  const { winner, endReason } = shown.winner === null ? outcome(study.tree.played) : shown;
  if (winner === null) return null;
  const who = tableText(`result.${winner}`);
  return t('record.result', { winner: who, reason: uiText(`endReason.${endReason}`) });
}
