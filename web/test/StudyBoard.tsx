import { terrainAt } from '@doushouqi/rules';
import { useState } from 'react';
import { Board } from '../src/board/Board.tsx';
import { PiecePool } from '../src/board/PiecePool.tsx';
import { type BoardShape, type ShapeColour, toggleShape } from '../src/board/shapes.ts';
import { DEFAULT_BOARD_THEME } from '../src/board/theme.ts';
import {
  type BoardModel,
  type BoardPiece,
  type PieceId,
  type Point,
  pieceAt,
  samePiece,
  squareIndex,
} from '../src/board/types.ts';
import { usePlacing } from '../src/board/use-placing.ts';

interface StudyBoardProps {
  pieces: readonly BoardPiece[];
  /** Squares that the piece on each square may go to. */
  moves?: readonly { from: Point; to: readonly Point[] }[];
  shapes?: readonly BoardShape[];
  movable?: BoardModel['movable'];
  flipped?: boolean;
  drawable?: boolean;
  pen?: ShapeColour | null;
  placing?: boolean;
  lastMove?: BoardModel['lastMove'];
  planned?: BoardModel['planned'];
  /** Hears of everything that the board reports. */
  report: (what: string) => void;
}

const spell = ({ x, y }: Point): string => `${x},${y}`;

/** A board as a screen for study would use it, with as few rules as will do. */
export function StudyBoard(props: StudyBoardProps) {
  const { flipped = false, placing: isSetup = false, report } = props;
  const [pieces, setPieces] = useState(props.pieces);
  const [shapes, setShapes] = useState(props.shapes ?? []);
  const put = (piece: PieceId, at: Point): void =>
    setPieces((known) => [...known.filter((one) => !samePiece(one, piece)), { ...piece, at }]);
  const placing = usePlacing(
    isSetup
      ? {
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
        }
      : null,
  );
  const target = (to: Point) => ({ to, capture: pieceAt(pieces, to) !== null, leap: false, trap: false });
  const model: BoardModel = {
    pieces,
    movable: props.movable ?? null,
    legal: new Map(props.moves?.map(({ from, to }) => [squareIndex(from), to.map(target)])),
    blockers: new Map(),
    lastMove: props.lastMove ?? null,
    premoving: false,
    planned: props.planned ?? null,
    threatenedDen: null,
  };
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
      <div style={{ width: 374 }}>
        <Board
          {...{ model, flipped, placing, shapes }}
          drawable={props.drawable ?? false}
          pen={props.pen ?? null}
          theme={DEFAULT_BOARD_THEME}
          terrain={terrainAt}
          turn="red"
          version={0}
          ply={0}
          announcement=""
          onDraw={(shape) => {
            report(`draw ${shape.kind} ${shape.colour}`);
            setShapes((known) => toggleShape(known, shape));
          }}
          onMove={(from, to) => {
            report(`move ${spell(from)} ${spell(to)}`);
            const piece = pieceAt(pieces, from);
            setPieces((known) => known.filter((one) => spell(one.at) !== spell(to)));
            if (piece) put({ side: piece.side, animal: piece.animal }, to);
          }}
          onIllegal={(from, to) => report(`illegal ${spell(from)} ${spell(to)}`)}
          onUnplan={() => report('unplan')}
        />
      </div>
      {placing && (
        <div style={{ width: 374 }}>
          <PiecePool placing={placing} />
        </div>
      )}
    </div>
  );
}
