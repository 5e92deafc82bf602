import type { TFunction } from 'i18next';
import { squareName } from './geometry.ts';
import { targetsOf } from './interaction.ts';
import type { BoardShape } from './shapes.ts';
import {
  type BoardModel,
  type PieceId,
  type Point,
  pieceAt,
  type Side,
  samePoint,
  squareIndex,
  type Terrain,
} from './types.ts';
import type { Placing } from './use-placing.ts';

/** What a screen reader says of squares and moves. */

/** 红虎 */
export function pieceName(t: TFunction, { side, animal }: PieceId): string {
  return t(`board.side.${side}`) + t(`board.animal.${animal}`);
}

/** Whose trap or den it is follows from the half of the board: red's are below. */
function ownerAt(at: Point): Side {
  return at.y > 4 ? 'red' : 'blue';
}

function terrainName(t: TFunction, terrain: Terrain, at: Point): string | null {
  if (terrain === 'land') return null;
  if (terrain === 'river') return t('board.terrain.river');
  return t(`board.terrain.${terrain}`, { side: t(`board.sideName.${ownerAt(at)}`) });
}

function roleOf(t: TFunction, model: BoardModel, selected: Point, at: Point): string | null {
  const target = targetsOf(model, selected).find(({ to }) => samePoint(to, at));
  if (!target) return null;
  if (target.capture) return t('board.canCapture');
  if (target.trap) return t('board.intoTrap');
  return t(target.leap ? 'board.canLeap' : 'board.canMove');
}

function barsJump(model: BoardModel, selected: Point, at: Point): boolean {
  return model.blockers.get(squareIndex(selected))?.some((blocker) => samePoint(blocker, at)) ?? false;
}

/** `C3 红虎，可走到 C4、D3`: the square, what is on it, and what can be done with it now. */
export function cellLabel(
  t: TFunction,
  model: BoardModel,
  selected: Point | null,
  at: Point,
  terrain: Terrain,
): string {
  const piece = pieceAt(model.pieces, at);
  const targets = targetsOf(model, at);
  const squares = targets.map(({ to }) => squareName(to)).join(t('board.list'));
  const parts = [
    `${squareName(at)} ${piece ? pieceName(t, piece) : t('board.empty')}`,
    terrainName(t, terrain, at),
    selected && samePoint(selected, at) ? t('board.selected') : null,
    selected ? roleOf(t, model, selected, at) : null,
    selected && barsJump(model, selected, at) ? t('board.blocks') : null,
    targets.length > 0 ? t('board.targets', { squares }) : null,
  ];
  return parts.filter(Boolean).join(t('board.join'));
}

/** `绿色标记，红色箭头指向 C4`: what is drawn on a square and from or to it; empty when nothing is. */
export function shapesLabel(t: TFunction, shapes: readonly BoardShape[], at: Point): string {
  const parts = shapes.map((shape) => {
    const colour = t(`board.colour.${shape.colour}`);
    if (shape.kind === 'mark') return samePoint(shape.at, at) && t('board.marked', { colour });
    const { from, to } = shape;
    if (samePoint(from, at)) return t('board.arrowTo', { colour, square: squareName(to) });
    return samePoint(to, at) && t('board.arrowFrom', { colour, square: squareName(from) });
  });
  return parts.filter(Boolean).join(t('board.join'));
}

/** `可放红虎`: whether the piece in hand may be put on a square; empty with nothing in hand. */
export function placementLabel(t: TFunction, placing: Pick<Placing, 'held' | 'takes'>, at: Point): string {
  const { held, takes } = placing;
  if (!held || samePoint(held.from, at)) return '';
  return t(takes(at) ? 'board.canPlace' : 'board.cannotPlace', { piece: pieceName(t, held.piece) });
}
