import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './BoardMarks.module.css';
import { type BoardLayout, boardSize, cellBox, leapArc, turned } from './geometry.ts';
import {
  type BoardModel,
  type LegalTarget,
  type Point,
  samePoint,
  squareIndex,
  type Terrain,
} from './types.ts';
import type { HandView } from './use-hand.ts';

interface BoardMarksProps {
  model: BoardModel;
  goal: Point | null;
  layout: BoardLayout;
  flipped: boolean;
  view: HandView;
  terrain: (at: Point) => Terrain;
}

/** Tints, dots, rings and arcs of the displayed position. */
export function BoardMarks({ model, goal, layout, flipped, view, terrain }: BoardMarksProps) {
  const box = (at: Point): CSSProperties => {
    const { left, top, width, height } = cellBox(layout, turned(at, flipped));
    return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  };
  const mark = (kind: string, at: Point, ...names: (string | false | undefined)[]) => (
    <i
      key={`${kind}-${squareIndex(at)}`}
      data-mark={kind}
      className={cx(styles.mark, ...names)}
      style={box(at)}
    />
  );
  const water = (at: Point): string | false | undefined => terrain(at) === 'river' && styles.water;
  const { selected, over, targets } = view;
  return (
    <div aria-hidden="true" className={styles.layer}>
      {positionMarks(model, mark, water)}
      {goal && mark('goal', goal, styles.goal)}
      {selected && mark('selected', selected, chosenStyle(model))}
      {targets.flatMap((target) => targetMarks(target, mark, water))}
      {over && !samePoint(over, selected) && mark('over', over, styles.over)}
      {selected && <Arcs {...{ layout, flipped, selected, targets }} />}
    </div>
  );
}

type Mark = (kind: string, at: Point, ...names: (string | false | undefined)[]) => ReactNode;
type Water = (at: Point) => string | false | undefined;

function chosenStyle({ premoving }: BoardModel): string | undefined {
  return premoving ? styles.premove : styles.selected;
}

/** Marks that do not depend on the pointer. */
function positionMarks(model: BoardModel, mark: Mark, water: Water): ReactNode {
  const { lastMove, threatenedDen, planned } = model;
  return (
    <>
      {lastMove && mark('last-from', lastMove.from, styles.last, styles.from, water(lastMove.from))}
      {lastMove && mark('last-to', lastMove.to, styles.last, water(lastMove.to))}
      {lastMove?.den && mark('den', lastMove.to, styles.den)}
      {threatenedDen && mark('threat', threatenedDen, styles.threat)}
      {planned && mark('planned-from', planned.from, chosenStyle(model))}
      {planned && mark('planned-to', planned.to, chosenStyle(model))}
    </>
  );
}

function targetMarks({ to, capture, trap }: LegalTarget, mark: Mark, water: Water): ReactNode[] {
  return [
    capture && mark('capture', to, styles.capture),
    trap && mark('trap', to, styles.trap, capture && styles.taken),
    !capture && !trap && mark('move', to, styles.dot, water(to)),
  ];
}

interface ArcsProps {
  layout: BoardLayout;
  flipped: boolean;
  selected: Point;
  targets: readonly LegalTarget[];
}

/** Dotted arcs over the river from the piece to the squares that it can jump to. */
function Arcs({ layout, flipped, selected, targets }: ArcsProps) {
  const leaps = targets.filter((target) => target.leap);
  if (leaps.length === 0) return null;
  const { width, height } = boardSize(layout);
  return (
    <svg className={styles.arcs} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {leaps.map(({ to }) => {
        const path = leapArc(layout, selected, to, flipped);
        return (
          <g key={squareIndex(to)} data-mark="leap">
            <path d={path} className={styles.arcShade} />
            <path d={path} className={styles.arc} />
          </g>
        );
      })}
    </svg>
  );
}
