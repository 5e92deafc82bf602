import { terrainAt } from '@doushouqi/rules';
import { type RefObject, useState } from 'react';
import { Board } from '../src/board/Board.tsx';
import { PiecePool } from '../src/board/PiecePool.tsx';
import { type BoardShape, type ShapeColor, toggleShape } from '../src/board/shapes.ts';
import { type BoardTheme, DEFAULT_BOARD_THEME } from '../src/board/theme.ts';
import {
  type BoardModel,
  type BoardPiece,
  type PieceId,
  type Point,
  pieceAt,
  samePiece,
  samePoint,
  squareIndex,
} from '../src/board/types.ts';
import { type PlacingOptions, usePlacing } from '../src/board/use-placing.ts';

interface StudyBoardProps {
  pieces: readonly BoardPiece[];
  /** Legal destinations of the piece on each square. */
  moves?: readonly { from: Point; to: readonly Point[] }[];
  shapes?: readonly BoardShape[];
  movable?: BoardModel['movable'];
  flipped?: boolean;
  drawable?: boolean;
  pen?: ShapeColor | null;
  placing?: boolean;
  planned?: BoardModel['planned'];
  held?: RefObject<Point | null>;
  /** Width of the board in px. */
  width?: number;
  theme?: Partial<BoardTheme>;
  /** Receives every event of the board. */
  report: (what: string) => void;
}

function spell({ x, y }: Point): string {
  return `${x},${y}`;
}

/** Holds the pieces, and places pieces freely with minimal rules. */
function usePieces({ pieces: first, placing, flipped = false, report }: StudyBoardProps) {
  const [pieces, setPieces] = useState(first);
  const put = (piece: PieceId, at: Point): void =>
    setPieces((known) => [
      ...known.filter((one) => !samePiece(one, piece) && !samePoint(one.at, at)),
      { side: piece.side, animal: piece.animal, at },
    ]);
  const options: PlacingOptions = {
    pieces,
    theme: DEFAULT_BOARD_THEME,
    flipped,
    canPlace: ({ animal }, at) =>
      pieceAt(pieces, at) === null &&
      terrainAt(at) !== 'den' &&
      (animal === 'rat' || terrainAt(at) !== 'river'),
    onPlace(piece, at) {
      report(`place ${piece.side} ${piece.animal} ${spell(at)}`);
      put(piece, at);
    },
    onRemove(piece) {
      report(`remove ${piece.side} ${piece.animal}`);
      setPieces((known) => known.filter((one) => !samePiece(one, piece)));
    },
    onIllegalPlace: (piece, at) => report(`illegal ${piece.side} ${piece.animal} ${spell(at)}`),
  };
  return { pieces, put, placing: usePlacing(placing ? options : null) };
}

function modelOf(props: StudyBoardProps, pieces: readonly BoardPiece[]): BoardModel {
  const target = (to: Point) => ({ to, capture: pieceAt(pieces, to) !== null, leap: false, trap: false });
  return {
    pieces,
    movable: props.movable ?? null,
    legal: new Map(props.moves?.map(({ from, to }) => [squareIndex(from), to.map(target)])),
    blockers: new Map(),
    lastMove: null,
    premoving: false,
    planned: props.planned ?? null,
    threatenedDen: null,
  };
}

/** A board in the setting of the analysis. */
export function StudyBoard(props: StudyBoardProps) {
  const { flipped = false, drawable = false, pen = null, report } = props;
  const { pieces, put, placing } = usePieces(props);
  const [shapes, setShapes] = useState(props.shapes ?? []);
  const move = (from: Point, to: Point): void => {
    report(`move ${spell(from)} ${spell(to)}`);
    const piece = pieceAt(pieces, from);
    if (piece) put(piece, to);
  };
  const draw = (shape: BoardShape): void => {
    report(`draw ${shape.kind} ${shape.color}`);
    setShapes((known) => toggleShape(known, shape));
  };
  return (
    <div style={{ width: props.width ?? 374 }}>
      <Board
        held={props.held}
        {...{ flipped, drawable, pen, placing, shapes }}
        model={modelOf(props, pieces)}
        theme={{ ...DEFAULT_BOARD_THEME, ...props.theme }}
        terrain={terrainAt}
        turn="red"
        version={0}
        ply={0}
        announcement=""
        onDraw={draw}
        onMove={move}
        onIllegal={(from, to) => report(`illegal ${spell(from)} ${spell(to)}`)}
        onUnplan={() => report('unplan')}
      />
      {placing && <PiecePool placing={placing} />}
    </div>
  );
}
