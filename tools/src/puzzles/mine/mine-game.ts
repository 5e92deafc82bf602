/** Finds the puzzles of one game: mistakes with one good answer. */
import type { Motif, Puzzle } from '@doushouqi/puzzles';
import {
  formatFen,
  formatRecord,
  formatStep,
  type Game,
  gameAfter,
  isSameMove,
  legalMoves,
  type Move,
  outcome,
  type Position,
  parseRecord,
  pieces,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { TooMany } from './forced.ts';
import { continueGame, gameWith, openingOf, playGame, type Random, randomOf, weakMoves } from './games.ts';
import { afterMove, LineBuilder } from './line.ts';
import { type Core, isOnly, isWin, type Look, look, type Margin, pointsOf, RULES, scoreAt } from './look.ts';
import { levelShares, ratingOf } from './rating.ts';
import { motifsOf, THREAT_PLIES } from './tags.ts';

/** A position is searched with the first number of nodes, what is left with the next. */
const NODES = {
  balance: 1_500,
  score: 2_000,
  glance: 12_000,
  look: 150_000,
  late: 1_000_000,
  proof: 5_000_000,
} as const;
const MARGIN: Margin = { best: 200, second: 60, gap: 160, secondOfWin: 300 };
/** For a glance, for a look, and for a search that goes on after `NODES.late`. */
const LOOSE: Margin = { best: 150, second: 100, gap: 100, secondOfWin: 350 };
const CLOSE: Margin = { best: 185, second: 75, gap: 140, secondOfWin: 320 };
const LATE: Margin = { best: 190, second: 62, gap: 150, secondOfWin: 302 };
/** The most that the solver may have had before the mistake: of a gain, and of a win by force. */
const BEFORE = { gain: 100, win: 300 } as const;
/** Plies of an opening, in which no puzzle begins. */
const OPENING_PLIES = 8;
/** Longest proved win. */
const MOST_PLIES = 11;
/** Positions of a game that are tried, and puzzles that are taken from it. */
const TRIED = 30;
const OF_A_GAME = 3;
/** Plies between two puzzles of a game. */
const APART = 8;
/**
 * Of puzzles that a short search rates below `under`, one of `oneOf` is taken: easy ones are many, most of all those with common
 * motifs alone.
 */
const EASY = [
  { under: 1000, isCommon: false, oneOf: 3 },
  { under: 1100, isCommon: true, oneOf: 6 },
  { under: 1250, isCommon: true, oneOf: 3 },
] as const;
const COMMON: readonly Motif[] = ['capture', 'den'];

/** A puzzle without its ids, with the record of its game. */
export interface Draft extends Omit<Puzzle, 'id' | 'game'> {
  readonly record: string;
  readonly ply: number;
  /** Shares of attempts in which levels 1 to 4 solve it, and nodes that a plain search needs. */
  readonly shares: readonly number[];
  readonly found: number;
}

/** `found`: nodes that a short search needs. */
type Task = Pick<Draft, 'last' | 'line' | 'win' | 'found'>;

export class GameMiner {
  readonly #core: Core;
  readonly #lines = new LineBuilder();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Returns the puzzles from the game with that number of a seed. Deterministic. */
  mine(seed: number, number: number): Draft[] {
    const random = randomOf(seed, number);
    this.#lines.forget();
    const game = playGame(this.#core, random, openingOf(seed));
    const drafts: Draft[] = [];
    for (const ply of drawPlies(plyCount(game), random)) {
      if (drafts.some((other) => Math.abs(other.ply - ply - 1) < APART)) continue;
      const draft = this.#mistakeIn(gameAfter(game, ply), random);
      if (draft === null || drafts.some(({ line }) => isSameMove(line[0]!, draft.line[0]!))) continue;
      if (drafts.push(draft) === OF_A_GAME) break;
    }
    return drafts;
  }

  /** Tries the moves of a weak level in a position that is not lost for the side to move. */
  #mistakeIn(game: Game, random: Random): Draft | null {
    if (-scoreAt(this.#core, positionOf(game), NODES.balance) > BEFORE.win) return null;
    for (const move of weakMoves(this.#core, game, random)) {
      const after = gameWith(game, move);
      if (outcome(after).winner !== null) continue;
      const position = positionOf(after);
      if (scoreAt(this.#core, position, NODES.score) < LOOSE.best) continue;
      const glance = look(this.#core, position, NODES.glance)!;
      if (!isOnly(glance, LOOSE)) continue;
      const had = -scoreAt(this.#core, positionOf(game), NODES.glance);
      if (had > (isWin(glance.best.score) ? BEFORE.win : BEFORE.gain)) continue;
      const draft = this.#draftOf(position, move);
      if (draft === null) continue;
      const record = formatRecord(continueGame(this.#core, random, after));
      if (isReadable(record)) return { ...draft, record, ply: plyCount(after) };
    }
    return null;
  }

  #draftOf(position: Position, last: Move): Omit<Draft, 'record' | 'ply'> | null {
    const sight = look(this.#core, position, NODES.look);
    if (!isOnly(sight!, CLOSE)) return null;
    try {
      return isWin(sight!.best.score)
        ? this.#winOf(position, last, sight!)
        : this.#gainOf(position, last, sight!);
    } catch (error) {
      if (error instanceof TooMany) return null;
      throw error;
    }
  }

  #winOf(position: Position, last: Move, { best, found }: Look) {
    const claim = pointsOf(best.score) >= 30_000 - MOST_PLIES ? MOST_PLIES : 0;
    const win = claim === 0 ? null : this.#lines.shortest(position, claim);
    if (claim > 0 && (win === null || win === 1)) return null;
    const line =
      win === null ? [best.move] : this.#lines.line(position, win, (later) => this.#isOnlyWin(later));
    if (line === null) return null;
    return this.#draft(position, { last, line, win, found }, true);
  }

  /** Whether a short search sees one winning move. */
  #isOnlyWin(position: Position): boolean {
    const { second } = look(this.#core, position, NODES.look)!;
    return second === null || !isWin(second.score);
  }

  #gainOf(position: Position, last: Move, { best, found }: Look) {
    const task = { last, line: [best.move], win: null, found };
    if (isVisible(this.#motifsOf(position, task.line))) return this.#draft(position, task, false);
    const line = this.#longer(position, best.pv);
    return line && isVisible(this.#motifsOf(position, line))
      ? this.#draft(position, { ...task, line }, false)
      : null;
  }

  /** Returns the line with the expected reply and the answer to it, if that is the only good one. */
  #longer(position: Position, [own, reply]: readonly Move[]): Move[] | null {
    if (own === undefined || reply === undefined) return null;
    const next = afterMove(position, own);
    if (!legalMoves(next).some((move) => isSameMove(move, reply))) return null;
    const later = afterMove(next, reply);
    const sight = look(this.#core, later, NODES.look);
    if (sight === null || !isOnly(sight, CLOSE) || isWin(sight.best.score)) return null;
    return this.#verified(later, sight.best.move) && [own, reply, sight.best.move];
  }

  #motifsOf(position: Position, line: readonly Move[]) {
    return motifsOf(position, line, () => this.#lines.isThreatened(position, THREAT_PLIES));
  }

  /** Returns the look of a long search if the move is the only good one, else null. */
  #verified(position: Position, move: Move): Look | null {
    const slack = (now: Pick<Look, 'best' | 'second'>, nodes: number): boolean =>
      nodes < NODES.look || isOnly(now, nodes < NODES.late ? CLOSE : LATE);
    const proof = look(this.#core, position, NODES.proof, slack);
    if (proof === null || !isOnly(proof, MARGIN)) return null;
    return formatStep(proof.best.move) === formatStep(move) ? proof : null;
  }

  #draft(
    position: Position,
    { last, line, win, found }: Task,
    isWon: boolean,
  ): Omit<Draft, 'record' | 'ply'> | null {
    const motifs = this.#motifsOf(position, line);
    if (motifs.length === 0) return null;
    const shares = levelShares(this.#core, position, line);
    if (!isTaken(formatFen(position), ratingOf(shares, found), motifs)) return null;
    const proof = this.#verified(position, line[0]!);
    if (proof === null || isWin(proof.best.score) !== isWon) return null;
    const rating = ratingOf(shares, proof.found);
    return {
      fen: formatFen(position),
      last: plain(last),
      line: line.map(plain),
      win,
      rating,
      motifs,
      shares,
      found: proof.found,
    };
  }
}

/** Whether a motif shows a gain without a win. */
function isVisible(motifs: readonly Motif[]): boolean {
  return motifs.some((motif) => ['capture', 'trap', 'siege', 'den'].includes(motif));
}

/** Whether a puzzle is taken; the choice depends on nothing else. */
function isTaken(fen: string, rating: number, motifs: readonly Motif[]): boolean {
  const isCommon = motifs.every((motif) => COMMON.includes(motif));
  const easy = EASY.find((one) => rating < one.under && one.isCommon === isCommon);
  return easy === undefined || hashOf(fen) % easy.oneOf === 0;
}

/** Returns plies of a game in drawn order, with at least one move after each. */
function drawPlies(plies: number, random: Random): number[] {
  const drawn = Array.from({ length: Math.max(0, plies - OPENING_PLIES) }, (_, at) => ({
    ply: OPENING_PLIES + at,
    place: random(),
  }));
  return drawn
    .sort((a, b) => a.place - b.place)
    .slice(0, TRIED)
    .map(({ ply }) => ply);
}

function plain({ from, to }: Move): Move {
  return { from, to };
}

/** Whether a record reads the same by the default rules and by those of puzzles. */
function isReadable(record: string): boolean {
  return parseRecord(record).ok && parseRecord(record, { ruleSet: RULES }).ok;
}

/** Returns a 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Returns the same key for a position, its mirror image and both with sides exchanged. */
export function keyOf(position: Position): string {
  const mover = turn(position);
  const key = (mirror: boolean): string =>
    pieces(position)
      .map(({ type, side, position: { x, y } }) => {
        const isOwn = side === mover;
        const row = mover === 'red' ? y : 8 - y;
        return `${isOwn ? 'a' : 'b'}${type}${mirror ? 6 - x : x}${row}`;
      })
      .sort()
      .join('');
  return [key(false), key(true)].sort()[0]!;
}
