import { type Move, pieceAt, positionOf } from '@doushouqi/rules';
import type { CSSProperties } from 'react';
import { arrowOutline, boardSize, cellBox, cellCenter, leapArc, turned } from '../../board/geometry.ts';
import { PieceFace, PieceImage } from '../../board/PieceFace.tsx';
import type { Point } from '../../board/types.ts';
import { animalOf } from '../../game/board-model.ts';
import type { Table } from '../../shared/table/use-table.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Overlay.module.css';
import type { PuzzleGame } from './puzzle-game.ts';
import type { PuzzleState } from './puzzle-state.ts';
import { t } from './texts.ts';
import { usePuzzleState } from './use-puzzle.ts';
import { lineOf } from './words.ts';

type View = Pick<Table, 'theme' | 'flipped'>;

function boxOf({ theme, flipped }: View, at: Point): CSSProperties {
  const { left, top, width, height } = cellBox(theme.layout, turned(at, flipped));
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
}

/** Over the board: a wrong move with its answer, the hint, and the stamp of a solved puzzle. */
export function Overlay({ game, table }: { game: PuzzleGame; table: Table }) {
  const state = usePuzzleState(game);
  const { phase, hint } = state;
  const stampAt = stampOf(state);
  return (
    <div className={styles.over} aria-hidden="true">
      {hint && <i className={styles.hint} style={boxOf(table, hint)} />}
      {phase === 'asking' && <WrongMove state={state} view={table} />}
      {stampAt && (
        <b className={styles.stamp} style={boxOf(table, stampAt)}>
          <span>{t('done.stamp')}</span>
        </b>
      )}
    </div>
  );
}

/** Returns the square of the last move of a solved puzzle while it is shown. */
function stampOf(state: PuzzleState): Point | null {
  const { full, game, isSolved } = state;
  return isSolved && full && game === full ? (lineOf(state).at(-1)?.to ?? null) : null;
}

function isLeap(from: Point, to: Point): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;
}

/** The piece where it was moved, pale, with a cross; the opponent's answer as an arrow. */
function WrongMove({ state: { wrong, game }, view }: { state: PuzzleState; view: View }) {
  const piece = wrong && pieceAt(positionOf(game), wrong.move.from);
  if (!wrong || !piece) return null;
  const { theme, flipped } = view;
  const { layout } = theme;
  const { width, height } = boardSize(layout);
  const { from, to } = wrong.move;
  const id = { side: piece.side, animal: animalOf(piece.type) };
  const look = { ...boxOf(view, to), '--inset': `${(1 - theme.pieceScale) * 50}%` } as CSSProperties;
  return (
    <>
      <span className={styles.pale} style={look}>
        <PieceFace piece={id} theme={theme}>
          <PieceImage art={theme.art} piece={id} />
        </PieceFace>
      </span>
      <svg className={styles.lines} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {isLeap(from, to) && <path d={leapArc(layout, from, to, flipped)} className={styles.arc} />}
        {wrong.reply && <ReplyArrow {...wrong.reply.move} view={view} />}
      </svg>
      <b className={styles.cross} style={boxOf(view, to)}>
        <span>
          <Icon name="x" />
        </span>
      </b>
    </>
  );
}

/** The opponent's answer. It grows out of the square that it starts from. */
function ReplyArrow({ from, to, view: { theme, flipped } }: Move & { view: View }) {
  const { left, top } = cellCenter(theme.layout, from, flipped);
  return (
    <path
      d={arrowOutline(theme.layout, from, to, flipped)}
      className={styles.arrow}
      style={{ transformOrigin: `${left}px ${top}px` }}
    />
  );
}
