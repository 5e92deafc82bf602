/** Parses games as text. Never throws; time and memory are bounded by the length of the text. */
import { type Game, type MoveError, newGame } from '../game.ts';
import { END_REASONS } from '../outcome.ts';
import { startPosition } from '../position.ts';
import { withResult } from '../replay.ts';
import { err, ok, type Result } from '../result.ts';
import { DEFAULT_RULE_SET, isRuleSetName } from '../rule-set.ts';
import type { Shape } from '../shapes.ts';
import { mainLine, nodeOf, TREE_LIMITS, type TreeNode } from '../tree.ts';
import type { TreeError } from '../tree-edit.ts';
import { parseFen } from './fen.ts';
import { GAME_TEXT_LIMITS, type GameText, RESULT_TOKENS } from './gameText.ts';
import { type Note, readTokens, type Token } from './gameTextTokens.ts';
import { playText } from './moveList.ts';

/**
 * An error in a text of games. `TOO_LONG`: the text or the sum of its lines. `FORMAT`: unreadable from there. `NO_GAMES`: no
 * game. `RULE_SET`, `START`: an invalid header. `RESULT`: the result contradicts the moves or `Termination`. `TREE_FULL`,
 * `COMMENT_TOO_LONG`, `TOO_MANY_SHAPES`: beyond `TREE_LIMITS`. Other codes refuse a move. `game` and `line` count from 1; `ply`
 * counts the plies of the line with the error; 0 if it is not in a move.
 */
export interface GameTextError {
  readonly code: GameTextCode;
  readonly game: number;
  readonly line: number;
  readonly ply: number;
}

type GameTextCode =
  | 'TOO_LONG'
  | 'FORMAT'
  | 'NO_GAMES'
  | 'TOO_MANY_GAMES'
  | 'RULE_SET'
  | 'START'
  | 'RESULT'
  | Extract<TreeError, 'TREE_FULL' | 'COMMENT_TOO_LONG' | 'TOO_MANY_SHAPES'>
  | MoveError;

/** An error and its place in a game. */
interface Fault {
  readonly code: GameTextCode;
  readonly at: number;
  readonly ply: number;
}

/**
 * Limit of the plies of all nodes' games together. Each node stores the moves before it, so a tree needs the sum of its depths;
 * the longest tree without branches needs 12.5 million.
 */
const MAX_TOTAL_PLIES = 30_000_000;

/** A node of a game that is being parsed. */
interface Draft extends TreeNode {
  game: Game;
  comment: string;
  shapes: readonly Shape[];
  readonly children: Draft[];
}

/** Parses the text of one or several games. A single error refuses the whole text. */
export function parseGameText(text: string): Result<GameText[], GameTextError> {
  if (text.length > GAME_TEXT_LIMITS.length) return fail(text, 1, { code: 'TOO_LONG', at: 0, ply: 0 });
  const tokens = readTokens(text);
  if (!tokens.ok) return fail(text, 0, { code: 'FORMAT', at: tokens.error, ply: 0 });
  const games = splitGames(tokens.value);
  if (games.length === 0) return fail(text, 1, { code: 'NO_GAMES', at: 0, ply: 0 });
  if (games.length > GAME_TEXT_LIMITS.games) return fail(text, 1, { code: 'TOO_MANY_GAMES', at: 0, ply: 0 });
  const read: GameText[] = [];
  const budget = { plies: MAX_TOTAL_PLIES };
  for (const [index, game] of games.entries()) {
    const parsed = readGame(game, budget);
    if (!parsed.ok) return fail(text, index + 1, parsed.error);
    read.push(parsed.value);
  }
  return ok(read);
}

function fail(text: string, game: number, { code, at, ply }: Fault) {
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++;
  return err({ code, game, line, ply });
}

/** A game ends with its result or before the headers of the next. */
function splitGames(tokens: readonly Token[]): Token[][] {
  const games: Token[][] = [];
  let game: Token[] | null = null;
  for (const token of tokens) {
    const begins = token.kind === 'header' && game?.at(-1)?.kind !== 'header';
    if (!game || begins) {
      game = [];
      games.push(game);
    }
    game.push(token);
    if (token.kind === 'word' && RESULT_TOKENS.has(token.text)) game = null;
  }
  return games;
}

/** State of parsing a game. */
interface Reading {
  readonly root: Draft;
  readonly headers: Readonly<Record<string, string>>;
  readonly budget: { plies: number };
  readonly seconds: Map<TreeNode, number>;
  /** The last parsed move, and the one before it in its line; null if the line has no move yet. */
  node: Draft;
  before: Draft | null;
  /** Where the outer lines of open branches continue. */
  readonly left: { readonly node: Draft; readonly before: Draft }[];
  moves: number;
  /** The node marked as the end of the game. */
  end: Draft | null;
  result: string;
}

function readGame(tokens: readonly Token[], budget: Reading['budget']): Result<GameText, Fault> {
  const begun = begin(tokens, budget);
  const first = tokens[0]!.at;
  if (typeof begun === 'string') return err({ code: begun, at: first, ply: 0 });
  for (const token of tokens) {
    const fault = readOne(begun, token);
    const ply = token.kind === 'word' ? begun.node.game.history.length + 1 : 0;
    if (fault) return err({ code: fault, at: token.at, ply });
  }
  if (begun.left.length > 0) return err({ code: 'FORMAT', at: tokens.at(-1)!.at, ply: 0 });
  const finished = finish(begun);
  return finished ? ok(finished) : err({ code: 'RESULT', at: tokens.at(-1)!.at, ply: 0 });
}

function begin(tokens: readonly Token[], budget: Reading['budget']): Reading | GameTextCode {
  const given = tokens.filter((token) => token.kind === 'header');
  const fits = given.every(({ value }) => value.length <= GAME_TEXT_LIMITS.header);
  if (given.length > GAME_TEXT_LIMITS.headers || !fits) return 'FORMAT';
  const headers = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const ruleSet = headers.RuleSet ?? DEFAULT_RULE_SET;
  if (!isRuleSetName(ruleSet)) return 'RULE_SET';
  const start = headers.FEN === undefined ? ok(startPosition()) : parseFen(headers.FEN);
  if (!start.ok) return 'START';
  const root = draftOf(newGame(ruleSet, start.value));
  return {
    root,
    headers,
    budget,
    seconds: new Map(),
    node: root,
    before: null,
    left: [],
    moves: 0,
    end: null,
    result: '*',
  };
}

function draftOf(game: Game): Draft {
  return { ...nodeOf(game), children: [] };
}

function readOne(reading: Reading, token: Token): GameTextCode | null {
  if (token.kind === 'header') return null;
  if (token.kind === 'comment') return note(reading, token);
  if (token.kind === '(') return branchOff(reading);
  if (token.kind === ')') return goBack(reading);
  if (!RESULT_TOKENS.has(token.text)) return addMove(reading, token.text);
  reading.result = token.text;
  return null;
}

function addMove(reading: Reading, text: string): GameTextCode | null {
  const { node, budget } = reading;
  const played = playText(node.game, text);
  if (!played.ok) return played.error;
  const draft = draftOf(played.value);
  const known = node.children.find(({ step }) => step === draft.step);
  if (!known) {
    if (++reading.moves > TREE_LIMITS.moves) return 'TREE_FULL';
    budget.plies -= draft.game.history.length;
    if (budget.plies < 0) return 'TOO_LONG';
    node.children.push(draft);
  }
  reading.before = node;
  reading.node = known ?? draft;
  return null;
}

function branchOff(reading: Reading): GameTextCode | null {
  const { node, before } = reading;
  if (!before) return 'FORMAT';
  reading.left.push({ node, before });
  reading.node = before;
  reading.before = null;
  return null;
}

function goBack(reading: Reading): GameTextCode | null {
  const back = reading.before && reading.left.pop();
  if (!back) return 'FORMAT';
  Object.assign(reading, back);
  return null;
}

/** A comment belongs to the move before it, or to the start of the game. */
function note(reading: Reading, { text, shapes, seconds, isEnd }: Note): GameTextCode | null {
  const { node, before, left } = reading;
  if (!before && left.length > 0) return 'FORMAT';
  node.comment = [node.comment, text].filter((part) => part !== '').join('\n');
  node.shapes = [...node.shapes, ...shapes];
  if (node.comment.length > TREE_LIMITS.comment) return 'COMMENT_TOO_LONG';
  if (node.shapes.length > TREE_LIMITS.shapes) return 'TOO_MANY_SHAPES';
  if (seconds !== null) reading.seconds.set(node, seconds);
  if (isEnd) reading.end = node;
  return null;
}

/** Returns the game with its result, or null if that contradicts the moves. */
function finish({ root, headers, moves, seconds, end, result }: Reading): GameText | null {
  const last = end ?? lastOf(root);
  const winner = RESULT_TOKENS.get(result) ?? null;
  const stated = winner === null ? 'NONE' : (headers.Termination ?? last.game.outcome.endReason);
  const endReason = END_REASONS.find((reason) => reason === stated);
  const played = endReason ? withResult(last.game, winner, endReason) : null;
  if (!played) return null;
  last.game = played;
  const tree = { root, moves, played };
  const times = mainLine(tree)
    .slice(1)
    .map((node) => seconds.get(node) ?? null);
  return { headers, tree, times: times.slice(0, times.findLastIndex((time) => time !== null) + 1) };
}

function lastOf(root: Draft): Draft {
  let node = root;
  while (node.children[0]) node = node.children[0];
  return node;
}
