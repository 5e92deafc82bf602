import styles from './Crosses.module.css';
import { type BoardLayout, boardSize, cellCentre } from './geometry.ts';
import { type Cross, squareIndex } from './types.ts';

/** An ink disc with a cream cross, in the middle of its box (look §12). */
export function CrossMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.mark}>
      <circle cx="12" cy="12" r="11.2" className={styles.disc} />
      <path d="M7.8 7.8l8.4 8.4M16.2 7.8l-8.4 8.4" className={styles.lines} />
    </svg>
  );
}

interface CrossesProps {
  crosses: readonly Cross[];
  layout: BoardLayout;
  flipped: boolean;
}

/** What stands in the way of a refused move: on a piece, or on the border between two. */
export function Crosses({ crosses, layout, flipped }: CrossesProps) {
  return crosses.map((cross) => {
    const { left, top } = placeOf(cross, layout, flipped);
    return (
      <span
        key={squareIndex(cross.at)}
        data-mark="cross"
        data-at={[cross.at, cross.from].flatMap((at) => (at ? [`${at.x},${at.y}`] : [])).join(' from ')}
        aria-hidden="true"
        className={styles.cross}
        style={{ left: `${left}%`, top: `${top}%` }}
      >
        <CrossMark />
      </span>
    );
  });
}

/** The middle of a cross in percent of the board: of the square, or of its edge that faces `from`. */
function placeOf({ at, from }: Cross, layout: BoardLayout, flipped: boolean) {
  const { width, height } = boardSize(layout);
  const x = at.x + (from ? Math.sign(from.x - at.x) / 2 : 0);
  const y = at.y + (from ? Math.sign(from.y - at.y) / 2 : 0);
  const { left, top } = cellCentre(layout, { x, y }, flipped);
  return { left: (left / width) * 100, top: (top / height) * 100 };
}
