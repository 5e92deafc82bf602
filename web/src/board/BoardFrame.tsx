import type { Side } from '@doushouqi/rules';
import { memo } from 'react';
import styles from './Board.module.css';
import { boardSize, COLUMNS, cellBox, cellCentre, ROWS, turned } from './geometry.ts';
import type { BoardTheme } from './theme.ts';
import type { Point } from './types.ts';

interface TurnLightProps {
  turn: Side;
  theme: BoardTheme;
  flipped: boolean;
}

const DENS: Record<Side, Point> = { red: { x: 3, y: 8 }, blue: { x: 3, y: 0 } };

/** The turn has come: one glow at the den. */
export function TurnLight({ turn, flipped, theme }: TurnLightProps) {
  const { left, top, width, height } = cellBox(theme.layout, turned(DENS[turn], flipped));
  const box = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  return (
    <i aria-hidden="true" data-side={turn} className={styles.turn} style={{ ...box, scale: theme.glow }} />
  );
}

/** Middle of the letters above the lower edge, in cell edges: where every theme's frame has a bare band. */
function fileInset({ verticalPadding }: BoardTheme['layout']): number {
  return 0.09 + 0.32 * verticalPadding;
}

/** Letters and ranks in the frame, desktop only; they turn with the view. */
function Labels({ layout, flipped }: { layout: BoardTheme['layout']; flipped: boolean }) {
  const { width, height } = boardSize(layout);
  const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  const files = Array.from({ length: COLUMNS }, (_, x) => ({ x, y: 0 }));
  const ranks = Array.from({ length: ROWS }, (_, y) => ({ x: 0, y }));
  return (
    <div aria-hidden="true" className={styles.coordinates}>
      {files.map((at) => (
        <span
          key={at.x}
          style={{
            left: percent(cellCentre(layout, at, flipped).left, width),
            top: percent(height - fileInset(layout), height),
          }}
        >
          {'ABCDEFG'[at.x]}
        </span>
      ))}
      {ranks.map((at) => (
        <span
          key={at.y}
          style={{
            left: percent(layout.horizontalPadding * 0.54, width),
            top: percent(cellCentre(layout, at, flipped).top, height),
          }}
        >
          {ROWS - at.y}
        </span>
      ))}
    </div>
  );
}

export const Coordinates = memo(Labels);
