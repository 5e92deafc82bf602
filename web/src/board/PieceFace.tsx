import type { ReactNode } from 'react';
import { t as uiText } from '../ui/texts.ts';
import styles from './PieceFace.module.css';
import type { BoardTheme } from './theme.ts';
import { ANIMALS, type PieceId } from './types.ts';

interface PieceFaceProps {
  piece: PieceId;
  theme: Pick<BoardTheme, 'label' | 'disc' | 'ranks'>;
  /** The theme's picture of the piece. */
  children: ReactNode;
}

/**
 * What is seen of a piece: its picture, and what keeps it legible where its square is small. The square must be a size
 * container by the name of `piece`.
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
