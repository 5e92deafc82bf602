import {
  formatFen,
  gameAt,
  newTree,
  parseFen,
  parseTreePath,
  playAt,
  positionOf,
  type Result,
  type TreePath,
} from '@doushouqi/rules';
import type { AddressQuery } from '../../../client/address.ts';
import { type Study, studyOf } from './study.ts';

/** The addresses of the analysis page. Pure. */

/** A link omits a line of more plies: it contains the position alone. */
const LINE_PLIES = 60;

export type Link =
  | { readonly kind: 'none' }
  /** A stored game of the user, a shared game, or a rated game by its game id. */
  | { readonly kind: 'record' | 'shared' | 'game'; readonly id: string }
  | { readonly kind: 'position'; readonly study: Study }
  /** The address is invalid. */
  | { readonly kind: 'bad' };

/** Query parameters of stored games, and the format of their ids. */
const KEPT = {
  record: /^[0-9a-f]{24}$/,
  shared: /^[A-Za-z0-9_-]{16,32}$/,
  game: /^[A-Za-z0-9_-]{1,64}$/,
} as const;

/** Longest FEN-like string that is parsed. */
const FEN_LENGTH = 80;

/** Parses the query of the address. */
export function readLink(query: AddressQuery): Link {
  for (const kind of ['record', 'shared', 'game'] as const) {
    const id = query.get(kind);
    if (id !== null) return KEPT[kind].test(id) ? { kind, id } : { kind: 'bad' };
  }
  const fen = query.get('fen');
  if (fen === null) return query.has('line') ? { kind: 'bad' } : { kind: 'none' };
  const study = studyFrom(fen, query.get('line') ?? '');
  return study ? { kind: 'position', study } : { kind: 'bad' };
}

function studyFrom(fen: string, line: string): Study | null {
  const start = fen.length > FEN_LENGTH ? null : parseFen(fen);
  const path = line.length > LINE_PLIES * 4 ? null : parseTreePath(line);
  if (!start?.ok || path === null) return null;
  let study: Study | null = studyOf(newTree(undefined, start.value));
  for (const step of path.match(/.{4}/g) ?? []) study = study && playStep(study, step);
  return study;
}

function playStep({ tree, path }: Study, step: string): Study | null {
  const [fromX, fromY, toX, toY] = [...step].map(Number);
  const move = { from: { x: fromX!, y: fromY! }, to: { x: toX!, y: toY! } };
  const played: Result<{ tree: Study['tree']; path: TreePath }, string> = playAt(tree, path, move);
  return played.ok ? studyOf(played.value.tree, { path: played.value.path }) : null;
}

/** Returns the query of a position, with the moves to it if they are few. */
export function linkTo({ tree, path }: Study): string {
  const isShort = path.length <= LINE_PLIES * 4;
  const game = isShort ? tree.root.game : (gameAt(tree, path) ?? tree.root.game);
  const query = new URLSearchParams({ fen: formatFen(positionOf(game)) });
  if (isShort && path !== '') query.set('line', path);
  return query.toString();
}
