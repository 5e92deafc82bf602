import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t as uiText } from '../ui/texts.ts';
import boardStyles from './Board.module.css';
import { boardSize } from './geometry.ts';
import styles from './PieceFace.module.css';
import { type BoardTheme, PIECE_ORDER, pieceSheet } from './theme.ts';
import { ANIMALS, type PieceId, samePiece } from './types.ts';
import type { Placing } from './use-placing.ts';

interface PieceFaceProps {
  piece: PieceId;
  theme: Pick<BoardTheme, 'label' | 'disc' | 'ranks'>;
  /** The theme's picture of the piece. */
  children: ReactNode;
}

/**
 * The visible part of a piece: its picture, and its label where the square is small. The square must be a size
 * container
 * named `piece`.
 */
export function PieceFace({ piece: { side, animal }, theme, children }: PieceFaceProps) {
  return (
    <span data-face data-side={side} data-label={theme.label} data-disc={theme.disc} className={styles.face}>
      <span className={styles.art}>{children}</span>
      <b className={styles.label}>{uiText(`animal.${animal}`)}</b>
      {theme.ranks && <i className={styles.rank}>{ANIMALS.indexOf(animal) + 1}</i>}
    </span>
  );
}

interface PieceImageProps extends ComponentPropsWithRef<'img'> {
  /** Folder of the theme's pictures. */
  art: string;
  piece: PieceId;
}

/** Picture of a piece: a section of the theme's sheet. One request loads the pictures of all pieces. */
export function PieceImage({ art, piece, style, ...rest }: PieceImageProps) {
  const place = PIECE_ORDER.findIndex((one) => samePiece(one, piece));
  const objectPosition = `${(place / (PIECE_ORDER.length - 1)) * 100}% 0`;
  return (
    <img
      {...pieceSheet(art)}
      alt=""
      draggable={false}
      {...rest}
      style={{ ...style, objectFit: 'cover', objectPosition }}
    />
  );
}

/** The dragged piece while pieces are set up. It is above the whole page, because it moves between pool and board. */
export function CarriedPiece({ placing: { carried, theme, board, follow } }: { placing: Placing }) {
  if (!carried || !board.current) return null;
  const edge = board.current.clientWidth / boardSize(theme.layout).width;
  return createPortal(
    <PieceImage
      ref={follow}
      art={theme.art}
      piece={carried.piece}
      className={boardStyles.carried}
      data-carried={carried.off ? 'off' : 'on'}
      style={{ '--edge': `${edge * theme.pieceScale}px` } as CSSProperties}
    />,
    document.body,
  );
}
