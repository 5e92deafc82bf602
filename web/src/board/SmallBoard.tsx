import type { CSSProperties } from 'react';
import { cx } from '../ui/cx.ts';
import { boardSize, cellBox, turned } from './geometry.ts';
import { PieceFace, PieceImage } from './PieceFace.tsx';
import styles from './SmallBoard.module.css';
import { type BoardTheme, boardPicture } from './theme.ts';
import { type BoardPiece, type Point, pieceKey } from './types.ts';

interface SmallBoardProps {
  pieces: readonly BoardPiece[];
  theme: BoardTheme;
  label: string;
  /** Seen from blue's side. */
  flipped?: boolean;
  last?: { from: Point; to: Point } | null;
  /** As wide as a phone: with the pictures of the pieces. */
  isLarge?: boolean;
}

/** A small picture of a position. Squares show the character of a piece, the smallest only its color. */
export function SmallBoard(props: SmallBoardProps) {
  const { pieces, theme, label, flipped = false, last = null, isLarge = false } = props;
  const { width, height } = boardSize(theme.layout);
  const look = { aspectRatio: `${width} / ${height}`, '--inset': `${(1 - theme.pieceScale) * 50}%` };
  // A translation in sizes of the square, so that a moved piece travels.
  const boxOf = (at: Point): CSSProperties => {
    const { left, top, width, height } = cellBox(theme.layout, turned(at, flipped));
    const translate = `${(left / width) * 100}% ${(top / height) * 100}%`;
    return { width: `${width}%`, height: `${height}%`, translate };
  };
  return (
    <div role="img" aria-label={label} className={styles.board} style={look as CSSProperties}>
      <img
        {...boardPicture(theme.art)}
        {...(!isLarge && { sizes: '128px' })}
        alt=""
        className={cx(styles.picture, flipped && theme.allowFlip && styles.flipped)}
      />
      {last &&
        [last.from, last.to].map((at) => (
          <i key={`${at.x},${at.y}`} className={styles.last} style={boxOf(at)} />
        ))}
      {pieces.map((piece) => (
        <span key={pieceKey(piece)} className={styles.piece} style={boxOf(piece.at)}>
          <PieceFace piece={piece} theme={theme}>
            {isLarge ? <PieceImage art={theme.art} piece={piece} /> : null}
          </PieceFace>
        </span>
      ))}
    </div>
  );
}
