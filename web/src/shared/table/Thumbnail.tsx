import { type Game, pieces, positionOf } from '@doushouqi/rules';
import type { CSSProperties } from 'react';
import { boardSize, cellBox } from '../../board/geometry.ts';
import { PieceFace } from '../../board/PieceFace.tsx';
import { boardPicture } from '../../board/theme.ts';
import { pieceKey } from '../../board/types.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { animalOf } from '../../game/board-model.ts';
import styles from './Thumbnail.module.css';

/** A small picture of a game's last position; an empty board if the game is invalid. */
export function Thumbnail({ game, label }: { game: Game | null; label: string }) {
  const theme = useBoardTheme();
  const { width, height } = boardSize(theme.layout);
  const look = { aspectRatio: `${width} / ${height}`, '--inset': `${(1 - theme.pieceScale) * 50}%` };
  return (
    <div role="img" aria-label={label} className={styles.board} style={look as CSSProperties}>
      <img {...boardPicture(theme.art)} sizes="128px" alt="" className={styles.picture} />
      {game &&
        pieces(positionOf(game)).map(({ type, side, position }) => {
          const piece = { side: side, animal: animalOf(type) };
          const { left, top, width: edge, height: high } = cellBox(theme.layout, position);
          const box = { left: `${left}%`, top: `${top}%`, width: `${edge}%`, height: `${high}%` };
          return (
            <span key={pieceKey(piece)} className={styles.piece} style={box}>
              {/* Squares of this size show only the character. */}
              <PieceFace piece={piece} theme={theme}>
                {null}
              </PieceFace>
            </span>
          );
        })}
    </div>
  );
}
