import type { Side } from '@doushouqi/rules';
import { t as uiText } from '../ui/texts.ts';
import { squareName } from './geometry.ts';
import { targetsOf } from './interaction.ts';
import type { BoardShape } from './shapes.ts';
import { t } from './texts.ts';
import {
  type BoardModel,
  type PieceId,
  type Point,
  pieceAt,
  samePoint,
  squareIndex,
  type Terrain,
} from './types.ts';
import type { Placing } from './use-placing.ts';

/** What a screen reader says of squares and moves. */

/** 红虎 */
export function pieceName({ side, animal }: PieceId): string {
  return t(`side.${side}`) + uiText(`animal.${animal}`);
}

/** Whose trap or den it is follows from the half of the board: red's are below. */
function ownerAt(at: Point): Side {
  return at.y > 4 ? 'red' : 'blue';
}

function terrainName(terrain: Terrain, at: Point): string | null {
  if (terrain === 'land') return null;
  if (terrain === 'river') return t('terrain.river');
  return t(`terrain.${terrain}`, { side: t(`sideName.${ownerAt(at)}`) });
}

function roleOf(model: BoardModel, selected: Point, at: Point): string | null {
  const target = targetsOf(model, selected).find(({ to }) => samePoint(to, at));
  if (!target) return null;
  if (target.capture) return t('canCapture');
  if (target.trap) return t('intoTrap');
  return t(target.leap ? 'canLeap' : 'canMove');
}

function barsJump(model: BoardModel, selected: Point, at: Point): boolean {
  return model.blockers.get(squareIndex(selected))?.some((blocker) => samePoint(blocker, at)) ?? false;
}

/** `C3 红虎，可走到 C4、D3`: the square, what is on it, and what can be done with it now. */
export function cellLabel(model: BoardModel, selected: Point | null, at: Point, terrain: Terrain): string {
  const piece = pieceAt(model.pieces, at);
  const targets = targetsOf(model, at);
  const squares = targets.map(({ to }) => squareName(to)).join(t('list'));
  const parts = [
    `${squareName(at)} ${piece ? pieceName(piece) : t('empty')}`,
    terrainName(terrain, at),
    selected && samePoint(selected, at) ? t('selected') : null,
    selected ? roleOf(model, selected, at) : null,
    selected && barsJump(model, selected, at) ? t('blocks') : null,
    targets.length > 0 ? t('targets', { squares }) : null,
  ];
  return parts.filter(Boolean).join(t('join'));
}

/** `绿色标记，红色箭头指向 C4`: what is drawn on a square and from or to it; empty when nothing is. */
export function shapesLabel(shapes: readonly BoardShape[], at: Point): string {
  const parts = shapes.map((shape) => {
    const color = t(`color.${shape.color}`);
    if (shape.kind === 'mark') return samePoint(shape.at, at) && t('marked', { color });
    const { from, to } = shape;
    if (samePoint(from, at)) return t('arrowTo', { color, square: squareName(to) });
    return samePoint(to, at) && t('arrowFrom', { color, square: squareName(from) });
  });
  return parts.filter(Boolean).join(t('join'));
}

/** `可放红虎`: whether the piece in hand may be put on a square; empty with nothing in hand. */
export function placementLabel(placing: Pick<Placing, 'held' | 'takes'>, at: Point): string {
  const { held, takes } = placing;
  if (!held || samePoint(held.from, at)) return '';
  return t(takes(at) ? 'canPlace' : 'cannotPlace', { piece: pieceName(held.piece) });
}
