/** PGN-like text of games with headers, branches, comments and shapes. The README describes the format. */
import { type Game, lastMove, ruleSetOf, withoutVerdict } from '../game.ts';
import type { Winner } from '../outcome.ts';
import { samePosition, startPosition } from '../position.ts';
import { SHAPE_COLORS, type Shape, type ShapeColor } from '../shapes.ts';
import { type GameTree, mainLine, type TreeNode } from '../tree.ts';
import { formatFen } from './fen.ts';
import { formatMove, squareName } from './moveList.ts';

/** Limits of a parsed text: UTF-16 units, games, and for each game the headers and their length. */
export const GAME_TEXT_LIMITS = { length: 1_048_576, games: 10_000, headers: 32, header: 1000 } as const;

export interface GameText {
  /** By name. `Result`, `Termination`, `RuleSet` and `FEN` are always derived from the tree. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tree: GameTree;
  /** Seconds of each move of the main line, to the millisecond; null if unknown. */
  readonly times?: readonly (number | null)[];
}

export const HEADER_NAME = /^[A-Za-z][A-Za-z0-9]{0,29}$/;

/** The token that ends a game. */
export const RESULT_TOKENS: ReadonlyMap<string, Winner | null> = new Map([
  ['1-0', 'red'],
  ['0-1', 'blue'],
  ['1/2-1/2', 'draw'],
  ['*', null],
]);

/** Colors of shapes by their letter. */
export const COLOR_LETTERS: ReadonlyMap<string, ShapeColor> = new Map(
  SHAPE_COLORS.map((color) => [color[0]!, color]),
);

const LINE_WIDTH = 80;

/** A word of the move text, or a node to write. */
type Item = string | { readonly move: TreeNode } | { readonly after: TreeNode };

/**
 * Formats a game as text; join several by an empty line. Omits headers with other characters than letters and digits in the
 * name, and those beyond `GAME_TEXT_LIMITS`.
 */
export function formatGameText({ headers, tree, times = [] }: GameText): string {
  const end = endNode(tree);
  const lines = Object.entries(allHeaders(headers, tree, end.game)).map(
    ([name, value]) => `[${name} "${escapeHeader(value)}"]`,
  );
  const line = mainLine(tree);
  const seconds = new Map(line.slice(1).map((node, index) => [node, times[index] ?? null]));
  const mark = end === line.at(-1) ? null : end;
  const words = moveWords(tree, (node) => commands(node, seconds.get(node) ?? null, node === mark));
  return `${[...lines, '', ...wrapped([...words, resultToken(end.game)])].join('\n')}\n`;
}

/** Returns the node with the result from outside the board, else the end of the main line. */
function endNode({ root, played }: GameTree): TreeNode {
  const judged = withoutVerdict(played) !== played;
  const found = judged ? nodeOfGame(root, played) : null;
  if (found) return found;
  let node = root;
  while (node.children[0]) node = node.children[0];
  return node;
}

function nodeOfGame(root: TreeNode, { history }: Game): TreeNode | null {
  let node: TreeNode | undefined = root;
  while (node && node.game.history.length < history.length) {
    node = node.children.find(({ game }) => history.startsWith(game.history));
  }
  return node ?? null;
}

function allHeaders(given: GameText['headers'], { root, played }: GameTree, end: Game) {
  const allowed = Object.entries(given)
    .filter(([name]) => HEADER_NAME.test(name) && !DERIVED.has(name))
    .slice(0, GAME_TEXT_LIMITS.headers - DERIVED.size);
  const headers = Object.fromEntries(
    allowed.map(([name, text]) => [name, text.slice(0, GAME_TEXT_LIMITS.header)]),
  );
  headers.RuleSet = ruleSetOf(played);
  if (!samePosition(root.game.start, startPosition())) headers.FEN = formatFen(root.game.start);
  headers.Result = resultToken(end);
  if (end.outcome.winner !== null) headers.Termination = end.outcome.endReason;
  return headers;
}

const DERIVED: ReadonlySet<string> = new Set(['RuleSet', 'FEN', 'Result', 'Termination']);

function resultToken({ outcome }: Game): string {
  return [...RESULT_TOKENS].find(([, winner]) => winner === outcome.winner)![0];
}

function escapeHeader(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** Removes `\r`, which files and form fields change; preserves line breaks. */
function escapeComment(text: string): string {
  return text.replace(/[\\}]|\[(?=%)/g, '\\$&').replaceAll('\r', '\\r');
}

/** A loop, because branches can nest deeper than the call stack. */
function moveWords({ root }: GameTree, commandsOf: (node: TreeNode) => string): string[] {
  const words = noteWords(root, commandsOf);
  const waiting: Item[] = [{ after: root }];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (typeof item === 'string') words.push(item);
    else if ('after' in item) waiting.push(...continuation(item.after).reverse());
    else {
      const number = moveNumber(item.move.game, words.at(-1));
      const move = formatMove(lastMove(item.move.game)!);
      words.push(...number, move, ...noteWords(item.move, commandsOf));
    }
  }
  return words;
}

/** Returns what follows a node: the next move, its sibling branches, and the rest of the line. */
function continuation({ children: [first, ...others] }: TreeNode): Item[] {
  if (!first) return [];
  const branches = others.flatMap((other): Item[] => ['(', { move: other }, { after: other }, ')']);
  return [{ move: first }, ...branches, { after: first }];
}

/** Numbers red's moves, and blue's unless they directly follow red's. */
function moveNumber({ start, position, history }: Game, before: string | undefined): string[] {
  const round = Math.ceil((history.length + (start.turn === 'blue' ? 1 : 0)) / 2);
  if (position.turn === 'blue') return [`${round}.`];
  return before === undefined || /[(){}]$/.test(before) ? [`${round}…`] : [];
}

function noteWords(node: TreeNode, commandsOf: (node: TreeNode) => string): string[] {
  const notes = [commandsOf(node), escapeComment(node.comment)].filter((part) => part !== '');
  return notes.length === 0 ? [] : [`{${notes.join(' ')}}`];
}

function commands({ shapes }: TreeNode, seconds: number | null, isEnd: boolean): string {
  const time = seconds === null ? '' : `[%t ${Math.round(seconds * 1000) / 1000}]`;
  const drawn = shapes.length === 0 ? '' : `[%draw ${shapes.map(formatShape).join(',')}]`;
  return `${time}${drawn}${isEnd ? '[%end]' : ''}`;
}

function formatShape(shape: Shape): string {
  const squares = shape.kind === 'mark' ? [shape.at] : [shape.from, shape.to];
  return `${shape.color[0]}${squares.map(squareName).join('')}`;
}

/** Wraps words into lines; does not break a long comment. */
function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= LINE_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
