import { type Game, type GameMove, lastMove } from '@doushouqi/rules';
import type { TFunction } from 'i18next';
import { squareName } from '../../board/geometry.ts';
import { pieceName } from '../../board/labels.ts';
import { animalOf, colourOf } from '../../game/board-model.ts';

/** The last move in words; empty before the first. */
export function lastMoveText(t: TFunction, game: Game): string {
  const move = lastMove(game);
  return move ? moveText(t, move) : '';
}

/** `红虎 C3→D3，吃狗` */
export function moveText(t: TFunction, move: GameMove): string {
  const piece = pieceName(t, { side: colourOf(move.player), animal: animalOf(move.piece) });
  const text = t('board.moved', { piece, from: squareName(move.from), to: squareName(move.to) });
  if (move.capturedPiece === null) return text;
  const animal = t(`board.animal.${animalOf(move.capturedPiece)}`);
  return text + t('board.join') + t('board.captures', { animal });
}

/** Which earlier position is shown, `回看 · 第 6 步`. */
export function pastText(t: TFunction, ply: number): string {
  return ply === 0 ? t('table.past.start') : t('table.past.ply', { ply });
}
