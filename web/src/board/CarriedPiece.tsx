import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import styles from './Board.module.css';
import { boardSize } from './geometry.ts';
import { PieceImage } from './PieceImage.tsx';
import type { Placing } from './use-placing.ts';

/**
 * The picture of a piece that is dragged while pieces are set up. It lies above the whole page, because it travels
 * between the pool and the board.
 */
export function CarriedPiece({ placing: { carried, theme, board, follow } }: { placing: Placing }) {
  if (!carried || !board.current) return null;
  const edge = board.current.clientWidth / boardSize(theme.layout).width;
  return createPortal(
    <PieceImage
      ref={follow}
      art={theme.art}
      piece={carried.piece}
      className={styles.carried}
      data-carried={carried.off ? 'off' : 'on'}
      style={{ '--edge': `${edge * theme.pieceScale}px` } as CSSProperties}
    />,
    document.body,
  );
}
