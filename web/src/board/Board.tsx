import type { CSSProperties } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './Board.module.css';
import { BoardCells } from './BoardCells.tsx';
import { Coordinates, TurnLight } from './BoardFrame.tsx';
import { BoardMarks } from './BoardMarks.tsx';
import { BoardPieces } from './BoardPieces.tsx';
import { BoardShapes } from './BoardShapes.tsx';
import type { BoardProps } from './board-props.ts';
import { CarriedPiece } from './CarriedPiece.tsx';
import { Crosses } from './Crosses.tsx';
import { type BoardLayout, boardSize, cellBox, turned } from './geometry.ts';
import type { BoardShape } from './shapes.ts';
import { type BoardTheme, boardPicture } from './theme.ts';
import { useBoard } from './use-board.ts';
import { useRefusal } from './use-refusal.ts';

const NO_SHAPES: readonly BoardShape[] = [];

/** A board that knows no rules: it shows a position with the moves it is given and reports what hands do. */
export function Board(props: BoardProps) {
  const { theme, flipped, terrain, turn, shapes = NO_SHAPES, placing = null } = props;
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
        className={cx(styles.picture, flipped && theme.allowFlip && styles.turned)}
        alt=""
        draggable={false}
      />
      {props.running && <TurnLight key={turn} {...{ turn, flipped, theme }} />}
      <BoardMarks {...{ model, layout, flipped, terrain, view }} />
      <BoardPieces {...{ root, model, theme, flipped, dropped, view }} />
      <BoardShapes {...{ shapes, draft, layout, flipped }} />
      <Crosses {...{ crosses, layout, flipped }} />
      {props.badge && <Badge {...props.badge} {...{ layout, flipped }} />}
      <BoardCells
        {...{ model, layout, flipped, terrain, view, shapes, placing, focus, onFocusCell, onKeyDown }}
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
    <span className={styles.badge} style={{ right: `${100 - left - width}%`, top: `${top}%` }}>
      {content}
    </span>
  );
}

function stateStyle({ model, placing, pen, dimmed }: BoardProps): string {
  const isLive = model.movable !== null || Boolean(placing ?? pen);
  return cx(styles.board, dimmed && styles.dimmed, isLive && styles.live);
}

/** What those see who watch the page from outside. */
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
