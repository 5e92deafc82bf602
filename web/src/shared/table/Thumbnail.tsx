import { type Move, type Position, pieces } from '@doushouqi/rules';
import type { CSSProperties } from 'react';
import { boardSize, cellBox, turned } from '../../board/geometry.ts';
import { PieceFace, PieceImage } from '../../board/PieceFace.tsx';
import { boardPicture } from '../../board/theme.ts';
import { type Point, pieceKey } from '../../board/types.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { animalOf } from '../../game/board-model.ts';
import { cx } from '../../ui/cx.ts';
import styles from './Thumbnail.module.css';

interface ThumbnailProps {
  /** Null: an empty board, for an invalid game. */
  position: Position | null;
  label: string;
  /** Seen from blue's side. */
  flipped?: boolean;
  last?: Move | null;
  /** As wide as a phone: with the pictures of the pieces. */
  isLarge?: boolean;
}

/** A small picture of a position. Squares show the character of a piece, the smallest only its color. */
export function Thumbnail({
  position,
  label,
  flipped = false,
  last = null,
  isLarge = false,
}: ThumbnailProps) {
  const theme = useBoardTheme();
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
      {position &&
        pieces(position).map(({ type, side, position: at }) => {
          const piece = { side, animal: animalOf(type) };
          return (
            <span key={pieceKey(piece)} className={styles.piece} style={boxOf(at)}>
              <PieceFace piece={piece} theme={theme}>
                {isLarge ? <PieceImage art={theme.art} piece={piece} /> : null}
              </PieceFace>
            </span>
          );
        })}
    </div>
  );
}
