import {
  type Game,
  gameAfter,
  type Move,
  otherSide,
  type PieceType,
  pieceAt,
  positionOf,
} from '@doushouqi/rules';
import { squareName } from '../../../board/geometry.ts';
import { t as boardText } from '../../../board/texts.ts';
import { animalOf } from '../../../game/board-model.ts';
import type { Evaluation } from '../../../shared/engine/evaluation.ts';
import { t as uiText } from '../../../ui/texts.ts';
import { reasonOf } from './reason.ts';
import type { ReviewedMove } from './review.ts';
import { t } from './texts.ts';

/** Returns `象 D6→D5` for a move of the side to move. */
export function moveName(game: Game, move: Move): string {
  const piece = pieceAt(positionOf(game), move.from);
  return namedMove(piece?.type ?? null, move);
}

function namedMove(type: PieceType | null, { from, to }: Move): string {
  const piece = type === null ? '' : uiText(`animal.${animalOf(type)}`);
  return t('move', { piece, from: squareName(from), to: squareName(to) });
}

/** Returns the name of the reviewed move. */
export function reviewedName({ move }: ReviewedMove): string {
  return namedMove(move.piece, move);
}

/** Returns the moves of a line, as `豹 D7→D6  鼠 D5→E5`; at most `most` moves. */
export function lineName(game: Game, moves: readonly Move[], most: number): string {
  // The moving piece depends on the moves before.
  const types = new Map<string, PieceType>();
  const typeAt = ({ x, y }: Move['from']): PieceType | null =>
    types.get(`${x}${y}`) ?? pieceAt(positionOf(game), { x, y })?.type ?? null;
  const names = moves.map((move) => {
    const type = typeAt(move.from);
    if (type !== null) types.set(`${move.to.x}${move.to.y}`, type);
    return namedMove(type, move);
  });
  return names.slice(1, most + 1).join('  ');
}

/** Returns the reason of a fault as text; null if the lines show none. */
export function reasonText(
  whole: Game,
  reviewed: ReviewedMove,
  evaluation: Evaluation | null,
): string | null {
  const reason = reasonOf(reviewed, gameAfter(whole, reviewed.ply), evaluation);
  if (reason === null) return null;
  if (reason.kind === 'missedWin') return t('verdict.missedWin', { moves: reason.moves });
  if (reason.kind === 'loses') {
    const side = boardText(`sideName.${otherSide(reviewed.move.side)}`);
    return t('verdict.loses', { side, moves: reason.moves });
  }
  const piece = uiText(`animal.${animalOf(reason.piece)}`);
  return t('verdict.drops', { piece, by: uiText(`animal.${animalOf(reason.by)}`) });
}

/** Returns the number of a move, `7` or `7…`. */
export function roundName({ ply, move }: ReviewedMove): string {
  return t(`round.${move.side}`, { round: Math.ceil(ply / 2) });
}
