/** Positions for property tests. */
import {
  HEIGHT,
  type Piece,
  type PieceType,
  type Player,
  type Position,
  placePiece,
  positionFromSetup,
  WIDTH,
} from '@doushouqi/rules';
import fc from 'fast-check';

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Any number of pieces wherever each may stand, in the traps and by the river more often than by chance. */
export function anyPosition(): fc.Arbitrary<Position> {
  const place = fc.record({
    x: fc.integer({ min: 0, max: WIDTH - 1 }),
    y: fc.integer({ min: 0, max: HEIGHT - 1 }),
  });
  const piece = fc.option(place, { freq: 4 });
  return fc
    .record({
      red: fc.tuple(...TYPES.map(() => piece)),
      blue: fc.tuple(...TYPES.map(() => piece)),
      turn: fc.constantFrom<Player>(1, 2),
    })
    .map(({ red, blue, turn }) => positionOf(red, blue, turn))
    .filter((position) => position !== null);
}

type Places = readonly ({ x: number; y: number } | null)[];

/** Pieces that would stand where they may not are left out. */
function positionOf(red: Places, blue: Places, turn: Player): Position | null {
  const pieces = [...piecesOf(red, 1), ...piecesOf(blue, 2)];
  let setup = { pieces: [] as readonly Piece[], turn };
  for (const piece of pieces) {
    const placed = placePiece(setup, piece);
    if (placed.ok) setup = placed.value;
  }
  const position = positionFromSetup(setup);
  return position.ok ? position.value : null;
}

function piecesOf(places: Places, player: Player): Piece[] {
  return places.flatMap((position, index) =>
    position === null ? [] : [{ type: (index + 1) as PieceType, player, position }],
  );
}
