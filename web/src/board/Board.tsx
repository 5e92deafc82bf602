import type { Side } from '@doushouqi/rules';
import { type CSSProperties, memo } from 'react';
import { cx } from '../ui/cx.ts';
import board from './Board.module.css';
import { BoardCells, Crosses } from './BoardCells.tsx';
import boardMarks from './BoardMarks.module.css';
import { BoardMarks } from './BoardMarks.tsx';
import { BoardPieces } from './BoardPieces.tsx';
import {
  arrowOutline,
  type BoardLayout,
  boardSize,
  COLUMNS,
  cellBox,
  cellCenter,
  cornerMarks,
  ROWS,
  turned,
} from './geometry.ts';
import { CarriedPiece } from './PieceFace.tsx';
import { type BoardShape, shapeKey } from './shapes.ts';
import { type BoardTheme, boardPicture } from './theme.ts';
import type { Point } from './types.ts';
import { type BoardProps, useBoard, useRefusal } from './use-board.ts';

const NO_SHAPES: readonly BoardShape[] = [];

/** A board without rules: it shows a position with the given legal moves and reports the user's actions. */
export function Board(props: BoardProps) {
  const { theme, flipped, terrain, turn, shapes = NO_SHAPES, goal = null, placing = null } = props;
  const { layout } = theme;
  const { root, model, view, draft, dropped, focus, handlers, onFocusCell, onKeyDown } = useBoard(props);
  const crosses = useRefusal(root, props.refused, model);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is what keyboards and readers use
    <div
      ref={root}
      {...outsideData(props)}
      className={stateStyle(props)}
      style={lookOf(theme)}
      {...handlers}
      onContextMenu={(event) => event.preventDefault()}
    >
      <img
        {...boardPicture(theme.art)}
        className={cx(board.picture, flipped && theme.allowFlip && board.turned)}
        alt=""
        draggable={false}
      />
      {props.running && <TurnLight key={turn} {...{ turn, flipped, theme }} />}
      <BoardMarks {...{ model, goal, layout, flipped, terrain, view }} />
      <BoardPieces {...{ root, model, theme, flipped, dropped, view }} />
      <BoardShapes {...{ shapes, draft, layout, flipped }} />
      <Crosses {...{ crosses, layout, flipped }} />
      {props.badge && <Badge {...props.badge} {...{ layout, flipped }} />}
      <BoardCells
        {...{ model, goal, layout, flipped, terrain, view, shapes, placing, focus, onFocusCell, onKeyDown }}
        drawable={props.drawable ?? false}
      />
      <Coordinates layout={layout} flipped={flipped} />
      <div className="visually-hidden" aria-live="polite">
        {props.announcement}
      </div>
      {placing && <CarriedPiece placing={placing} />}
    </div>
  );
}

type BadgeProps = NonNullable<BoardProps['badge']> & { layout: BoardLayout; flipped: boolean };

function Badge({ at, content, layout, flipped }: BadgeProps) {
  const { left, top, width } = cellBox(layout, turned(at, flipped));
  return (
    <span className={board.badge} style={{ right: `${100 - left - width}%`, top: `${top}%` }}>
      {content}
    </span>
  );
}

function stateStyle({ model, placing, pen, dimmed }: BoardProps): string {
  const isLive = model.movable !== null || Boolean(placing ?? pen);
  return cx(board.board, dimmed && board.dimmed, isLive && board.live);
}

/** Data attributes for tests and tools. */
function outsideData({ model, turn, version, ply, flipped, placing }: BoardProps) {
  return {
    'data-testid': 'board',
    'data-turn': turn,
    'data-v': version,
    'data-ply': ply,
    'data-live': model.movable !== null && !model.premoving,
    'data-flipped': flipped,
    'data-setup': Boolean(placing),
  };
}

function lookOf({ layout, overlay }: BoardTheme): CSSProperties {
  const { width, height } = boardSize(layout);
  return {
    aspectRatio: `${width} / ${height}`,
    '--hl-select': overlay.select,
    '--hl-last': overlay.last,
    '--hl-dot': overlay.dot,
    '--hl-dot-water': overlay.dotWater,
    '--hl-line': overlay.line,
    '--coordinate': overlay.coordinate,
  } as CSSProperties;
}

interface TurnLightProps {
  turn: Side;
  theme: BoardTheme;
  flipped: boolean;
}

const DENS: Record<Side, Point> = { red: { x: 3, y: 8 }, blue: { x: 3, y: 0 } };

/** The turn changed: one glow at the den. */
function TurnLight({ turn, flipped, theme }: TurnLightProps) {
  const { left, top, width, height } = cellBox(theme.layout, turned(DENS[turn], flipped));
  const box = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  return (
    <i aria-hidden="true" data-side={turn} className={board.turn} style={{ ...box, scale: theme.glow }} />
  );
}

/**
 * Distance of the file letters' center from the lower edge, in edges of a square. Every theme's frame is plain there.
 */
function fileInset({ verticalPadding }: BoardTheme['layout']): number {
  return 0.06 + 0.32 * verticalPadding;
}

/** File and rank labels in the frame, on desktops only; they follow the orientation. */
function Labels({ layout, flipped }: { layout: BoardTheme['layout']; flipped: boolean }) {
  const { width, height } = boardSize(layout);
  const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  const files = Array.from({ length: COLUMNS }, (_, x) => ({ x, y: 0 }));
  const ranks = Array.from({ length: ROWS }, (_, y) => ({ x: 0, y }));
  return (
    <div aria-hidden="true" className={board.coordinates}>
      {files.map((at) => (
        <span
          key={at.x}
          style={{
            left: percent(cellCenter(layout, at, flipped).left, width),
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
            top: percent(cellCenter(layout, at, flipped).top, height),
          }}
        >
          {ROWS - at.y}
        </span>
      ))}
    </div>
  );
}

const Coordinates = memo(Labels);

interface BoardShapesProps {
  shapes: readonly BoardShape[];
  /** The shape that is being drawn. */
  draft: BoardShape | null;
  layout: BoardLayout;
  flipped: boolean;
}

/** Arrows and marked squares, above the pieces and below a dragged one. */
function BoardShapes({ shapes, draft, layout, flipped }: BoardShapesProps) {
  if (shapes.length === 0 && !draft) return null;
  const { width, height } = boardSize(layout);
  const draw = (shape: BoardShape, extra?: string) => (
    <g
      key={`${shapeKey(shape)}${extra ?? ''}`}
      data-shape={shapeKey(shape)}
      data-color={shape.color}
      data-draft={shape === draft}
      className={cx(boardMarks.shape, extra)}
    >
      {shape.kind === 'arrow' ? (
        <path d={arrowOutline(layout, shape.from, shape.to, flipped, shape)} className={boardMarks.arrow} />
      ) : (
        <Corners d={cornerMarks(layout, shape.at, flipped)} />
      )}
    </g>
  );
  return (
    <svg className={boardMarks.shapes} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {shapes.map((shape) => draw(shape))}
      {draft && draw(draft, boardMarks.draft)}
    </svg>
  );
}

function Corners({ d }: { d: string }) {
  return (
    <>
      <path d={d} className={boardMarks.cornerEdge} />
      <path d={d} className={boardMarks.corner} />
    </>
  );
}
