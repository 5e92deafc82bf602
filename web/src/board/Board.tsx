import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../ui/cx.ts';
import styles from './Board.module.css';
import { BoardCells } from './BoardCells.tsx';
import { BoardMarks } from './BoardMarks.tsx';
import { BoardPieces } from './BoardPieces.tsx';
import { boardSize, COLUMNS, cellBox, cellCentre, ROWS, turned } from './geometry.ts';
import type { Outcome } from './interaction.ts';
import { shakeIllegal } from './motion.ts';
import type { BoardTheme } from './theme.ts';
import type { BoardModel, Point, Side, Terrain } from './types.ts';
import { pieceOn, useHand } from './use-hand.ts';

interface BoardProps {
  model: BoardModel;
  theme: BoardTheme;
  /** Blue's end is below. */
  flipped: boolean;
  terrain: (at: Point) => Terrain;
  /** Side to move, version and half-moves of the shown position, for those who watch the page from outside. */
  turn: Side;
  version: number;
  ply: number;
  /** The last move in words, for the screen reader. */
  announcement: string;
  /** A game runs: whoever's turn comes, that side's den lights up. */
  running?: boolean;
  /** Shown pale, with something else in front. */
  dimmed?: boolean;
  /** A move that was refused from outside: its piece shakes once for each `id`. */
  refused?: { at: Point; id: number } | null;
  onMove: (from: Point, to: Point) => void;
  /** Somebody tried to go where the piece may not go. */
  onIllegal: (from: Point, to: Point) => void;
  /** Any press, a right click too, or Escape lets a planned move go. */
  onUnplan: () => void;
}

/** A board that knows no rules: it shows a position with the moves it is given and reports what hands do. */
export function Board(props: BoardProps) {
  const { model, theme, flipped, terrain, turn, version, ply, announcement, running, dimmed, refused } =
    props;
  const { layout } = theme;
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const dropped = useRef<Point | null>(null);
  const onOutcome = (outcome: Outcome): void => {
    if (outcome.kind === 'illegal') {
      props.onIllegal(outcome.from, outcome.to);
      return;
    }
    if (outcome.dragged) dropped.current = outcome.to;
    props.onMove(outcome.from, outcome.to);
  };
  const start = { x: 3, y: flipped ? 0 : 8 };
  const hand = useHand({ root, table: { model, layout, flipped }, start, onOutcome });

  const refusal = refused?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one refusal, one shake
  useLayoutEffect(() => {
    const held = refused && root.current && pieceOn(root.current, refused.at);
    if (held) shakeIllegal(held.face);
  }, [refusal]);

  const planned = model.planned !== null;
  const unplan = useUnplanning(planned, props.onUnplan);

  const { width, height } = boardSize(layout);
  const look = {
    aspectRatio: `${width} / ${height}`,
    '--hl-select': theme.overlay.select,
    '--hl-last': theme.overlay.last,
    '--hl-dot': theme.overlay.dot,
    '--hl-dot-water': theme.overlay.dotWater,
    '--hl-line': theme.overlay.line,
    '--coordinate': theme.overlay.coordinate,
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is what keyboards and readers use
    <div
      ref={root}
      data-testid="board"
      data-turn={turn}
      data-v={version}
      data-ply={ply}
      data-live={model.movable !== null && !model.premoving}
      data-flipped={flipped}
      className={cx(styles.board, dimmed && styles.dimmed, model.movable !== null && styles.live)}
      style={look}
      {...hand.pointer}
      onPointerDownCapture={unplan}
      onContextMenu={(event) => event.preventDefault()}
    >
      <img
        className={cx(styles.picture, flipped && theme.allowFlip && styles.turned)}
        src={`/themes/${theme.id}/board.webp`}
        alt=""
        draggable={false}
      />
      {running && <TurnLight key={turn} {...{ turn, flipped, theme }} />}
      <BoardMarks {...{ model, layout, flipped, terrain }} hand={hand.state} over={hand.over} />
      <BoardPieces
        {...{ root, model, layout, flipped, dropped }}
        theme={theme.id}
        scale={theme.pieceScale}
        hand={hand.state}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: squares are placed in percent, a table cannot do that */}
      <div
        role="grid"
        aria-label={t('board.label')}
        aria-description={t('board.hint')}
        aria-rowcount={ROWS}
        aria-colcount={COLUMNS}
        className={styles.grid}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') unplan();
          hand.onKeyDown(event);
        }}
      >
        <BoardCells
          {...{ model, layout, flipped, terrain }}
          hand={hand.state}
          focus={hand.focus}
          onFocusCell={hand.onFocusCell}
        />
      </div>
      <Coordinates layout={layout} flipped={flipped} />
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

/** Escape lets a planned move go wherever the focus is; returns the same for the hand. */
function useUnplanning(planned: boolean, onUnplan: () => void): () => void {
  const latest = useRef(onUnplan);
  latest.current = onUnplan;
  useEffect(() => {
    if (!planned) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [planned]);
  return () => {
    if (planned) onUnplan();
  };
}

const DENS: Record<Side, Point> = { red: { x: 3, y: 8 }, blue: { x: 3, y: 0 } };

/** The turn has come: one glow at the den. */
function TurnLight({ turn, flipped, theme }: Pick<BoardProps, 'turn' | 'flipped' | 'theme'>) {
  const { left, top, width, height } = cellBox(theme.layout, turned(DENS[turn], flipped));
  const box = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  return (
    <i aria-hidden="true" data-side={turn} className={styles.turn} style={{ ...box, scale: theme.glow }} />
  );
}

/** Middle of the letters above the lower edge, in cell edges: where every theme's frame has a bare band. */
const fileInset = ({ verticalPadding }: BoardTheme['layout']): number => 0.09 + 0.32 * verticalPadding;

/** Letters and ranks in the frame, desktop only; they turn with the view. */
function Coordinates({ layout, flipped }: { layout: BoardTheme['layout']; flipped: boolean }) {
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
