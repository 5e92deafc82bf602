import {
  type CSSProperties,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../ui/cx.ts';
import styles from './BoardPieces.module.css';
import { cellBox, pieceShift, turned } from './geometry.ts';
import { isMovable } from './interaction.ts';
import { LEAP_DURATION, leap, MOVE_DURATION, motionAllowed, shakeTrapped, slide } from './motion.ts';
import { PieceFace, PieceImage } from './PieceFace.tsx';
import { type SeenPly, seenPly } from './ply.ts';
import type { BoardTheme } from './theme.ts';
import { type BoardModel, type BoardPiece, type PieceId, type Point, pieceKey, samePoint } from './types.ts';
import type { HandView } from './use-hand.ts';
import { pieceOn } from './use-pointers.ts';

interface BoardPiecesProps {
  root: RefObject<HTMLElement | null>;
  model: BoardModel;
  theme: BoardTheme;
  flipped: boolean;
  view: HandView;
  /** Square of the last drop: the piece is there already and is not animated. */
  dropped: RefObject<Point | null>;
}

function isLeap({ from, to }: SeenPly): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;
}

/** A short effect on a square: the captured piece, or ripples of a landing beside the river. */
interface Trace {
  id: number;
  at: Point;
  victim: BoardPiece | null;
  delay: number;
}

const SPECKS = [0, 1, 2, 3, 4, 5];

/** The pieces. They are animated between two positions that are one ply apart. */
export function BoardPieces(props: BoardPiecesProps) {
  const { model, theme, flipped, view } = props;
  const traces = useTravel(props);
  const place = (at: Point): CSSProperties => {
    const { x, y } = pieceShift(theme.layout, turned(at, flipped));
    return { transform: `translate(${x}%, ${y}%)` };
  };
  const lifted = (at: Point): string | false | undefined => samePoint(view.selected, at) && styles[view.lift];
  const pale = ({ side, at }: BoardPiece): string | false | undefined =>
    model.planned !== null && isMovable(model, side) && samePoint(model.planned.to, at) && styles.pale;
  return (
    <div aria-hidden="true" className={styles.layer} style={cellStyle(theme)}>
      {model.pieces.map((piece) => (
        <div
          key={pieceKey(piece)}
          data-piece={pieceKey(piece)}
          data-at={`${piece.at.x},${piece.at.y}`}
          className={cx(styles.piece, lifted(piece.at), pale(piece))}
          style={place(piece.at)}
        >
          <StillPiece side={piece.side} animal={piece.animal} theme={theme} />
        </div>
      ))}
      {traces.map((trace) => (
        <PieceTrace key={trace.id} trace={trace} theme={theme} style={place(trace.at)} />
      ))}
    </div>
  );
}

/** Every piece is positioned in the upper left square and moved by a transform. */
function cellStyle({ layout, pieceScale }: BoardTheme): CSSProperties {
  const { left, top, width, height } = cellBox(layout, { x: 0, y: 0 });
  return {
    '--left': `${left}%`,
    '--top': `${top}%`,
    '--width': `${width}%`,
    '--height': `${height}%`,
    '--inset': `${(1 - pieceScale) * 50}%`,
  } as CSSProperties;
}

function Piece({ theme, ...piece }: PieceId & { theme: BoardTheme }) {
  return (
    <PieceFace {...{ piece, theme }}>
      <PieceImage art={theme.art} piece={piece} />
    </PieceFace>
  );
}

/** Does not render again when only the position changes. */
const StillPiece = memo(Piece);

function PieceTrace({ trace, theme, style }: { trace: Trace; theme: BoardTheme; style: CSSProperties }) {
  const { victim, delay } = trace;
  return (
    <div
      className={cx(styles.piece, victim ? styles.victim : styles.ripple)}
      style={{ ...style, '--delay': `${delay}ms` } as CSSProperties}
    >
      {victim && <Piece side={victim.side} animal={victim.animal} theme={theme} />}
      {victim &&
        SPECKS.map((speck) => (
          <i key={speck} style={{ '--turn': `${speck * 60 + 20}deg` } as CSSProperties} />
        ))}
    </div>
  );
}

const TRACE_LIFE = 700;

/** Effects end by themselves. The same position, received again as a confirmation, does not interrupt them. */
function useTraces(): [Trace[], (trace: Omit<Trace, 'id'>) => void] {
  const [traces, setTraces] = useState<Trace[]>([]);
  const count = useRef(0);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const leave = (trace: Omit<Trace, 'id'>): void => {
    const id = count.current++;
    setTraces((known) => [...known, { ...trace, id }]);
    const forget = (): void => setTraces((known) => known.filter((other) => other.id !== id));
    timers.current.push(setTimeout(forget, TRACE_LIFE));
  };
  return [traces, leave];
}

/** Animates the ply between the previous position and this one. Returns its effects. */
function useTravel({ root, model, theme, flipped, dropped }: BoardPiecesProps): Trace[] {
  const { layout } = theme;
  const [traces, leave] = useTraces();
  const before = useRef({ pieces: model.pieces, flipped });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new position or a turned board may travel
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { pieces: model.pieces, flipped };
    const drop = dropped.current;
    dropped.current = null;
    const ply = old.flipped === flipped ? seenPly(old.pieces, model.pieces) : null;
    const held = ply && root.current && pieceOn(root.current, ply.to);
    if (!ply || !held || !motionAllowed()) return;
    const shift = (at: Point): string => {
      const { x, y } = pieceShift(layout, turned(at, flipped));
      return `translate(${x}%, ${y}%)`;
    };
    const travels = !samePoint(drop, ply.to);
    const leaps = travels && isLeap(ply);
    const duration = travels ? (leaps ? LEAP_DURATION : MOVE_DURATION) : 0;
    if (travels) (leaps ? leap : slide)({ ...held, from: shift(ply.from), to: shift(ply.to) });
    if (model.lastMove?.trap && samePoint(model.lastMove.to, ply.to)) shakeTrapped(held.face, duration);
    const delay = Math.max(0, duration - 60);
    if (ply.captured || leaps) leave({ at: ply.to, victim: ply.captured, delay });
  }, [model.pieces, flipped]);
  return traces;
}
