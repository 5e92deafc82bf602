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

/** Texts of squares and moves for screen readers. */

/** 红虎 */
export function pieceName({ side, animal }: PieceId): string {
  return t(`side.${side}`) + uiText(`animal.${animal}`);
}

/** Owner of a trap or den on a square: red's are in the lower half. */
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

/** `C3 红虎，可走到 C4、D3`: the square, its piece and the legal moves. */
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

/** `绿色标记，红色箭头指向 C4`: shapes on, from or to a square; empty if there are none. */
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

/** `可放红虎`: whether the selected piece may be placed on a square; empty without a selected piece. */
export function placementLabel(placing: Pick<Placing, 'held' | 'takes'>, at: Point): string {
  const { held, takes } = placing;
  if (!held || samePoint(held.from, at)) return '';
  return t(takes(at) ? 'canPlace' : 'cannotPlace', { piece: pieceName(held.piece) });
}
