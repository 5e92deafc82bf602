import { cx } from '../ui/cx.ts';
import styles from './BoardMarks.module.css';
import { arrowOutline, type BoardLayout, boardSize, cornerMarks } from './geometry.ts';
import { type BoardShape, shapeKey } from './shapes.ts';

interface BoardShapesProps {
  shapes: readonly BoardShape[];
  /** The shape that is being drawn. */
  draft: BoardShape | null;
  layout: BoardLayout;
  flipped: boolean;
}

/** Arrows and marked squares, above the pieces and below one that is dragged. */
export function BoardShapes({ shapes, draft, layout, flipped }: BoardShapesProps) {
  if (shapes.length === 0 && !draft) return null;
  const { width, height } = boardSize(layout);
  const draw = (shape: BoardShape, extra?: string) => (
    <g
      key={`${shapeKey(shape)}${extra ?? ''}`}
      data-shape={shapeKey(shape)}
      data-colour={shape.colour}
      data-draft={shape === draft}
      className={cx(styles.shape, extra)}
    >
      {shape.kind === 'arrow' ? (
        <path
          d={arrowOutline(layout, shape.from, shape.to, flipped, shape.dashed)}
          className={styles.arrow}
        />
      ) : (
        <Corners d={cornerMarks(layout, shape.at, flipped)} />
      )}
    </g>
  );
  return (
    <svg className={styles.shapes} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {shapes.map((shape) => draw(shape))}
      {draft && draw(draft, styles.draft)}
    </svg>
  );
}

function Corners({ d }: { d: string }) {
  return (
    <>
      <path d={d} className={styles.cornerEdge} />
      <path d={d} className={styles.corner} />
    </>
  );
}
