import { type Game, type GameMove, lastMove } from '@doushouqi/rules';
import { squareName } from '../../board/geometry.ts';
import { pieceName } from '../../board/labels.ts';
import { t as boardText } from '../../board/texts.ts';
import { animalOf } from '../../game/board-model.ts';
import { t as uiText } from '../../ui/texts.ts';
import { t } from './texts.ts';

/** Returns the last move in words; empty before the first. */
export function lastMoveText(game: Game): string {
  const move = lastMove(game);
  return move ? moveText(move) : '';
}

/** `红虎 C3→D3，吃狗` */
export function moveText(move: GameMove): string {
  const piece = pieceName({ side: move.side, animal: animalOf(move.piece) });
  const text = boardText('moved', { piece, from: squareName(move.from), to: squareName(move.to) });
  if (move.capturedPiece === null) return text;
  const animal = uiText(`animal.${animalOf(move.capturedPiece)}`);
  return text + boardText('join') + boardText('captures', { animal });
}

/** Names the shown earlier position: `回看 · 第 6 步`. */
export function pastText(ply: number): string {
  return ply === 0 ? t('past.start') : t('past.ply', { ply });
}
