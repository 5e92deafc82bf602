import { perfectMatching } from '../matching/matching.ts';
import type { PlayedGame, TournamentState } from '../state.ts';
import type { ArenaRow } from './standings.ts';

/** A player who waits for a game. */
export interface FreePlayer {
  id: string;
  rating: number;
  points: number;
  /** Opponents of the last two games. */
  lastOpponents: readonly string[];
  /** Games as red less games as blue, and the side of the last game. */
  colorDifference: number;
  lastSide: 'red' | 'blue' | null;
  /** Since when the player waits, epoch ms. */
  freeSince: number;
}

export interface WavePair {
  red: string;
  blue: string;
}

/** With fewer free players the last opponents may meet again, after both waited. */
const FEW_PLAYERS = 4;
/** How long the last opponents wait for other ones, ms: about the time between the ends of two games in an arena of twenty. */
export const REPEAT_AFTER_MS = 45_000;
/**
 * Players are matched in blocks of neighbors in the standings, with all pairs of a block as candidates, so the cost of a wave
 * grows with the number of players and not with its cube. A block has this number of players, the last one less than twice as
 * many. Even: only one block has a player without opponent.
 */
const BLOCK = 64;
/** Rating points that a pair costs if both had the same side more often, for each such game. */
const COLOR_COST = 40;
/** Costs in order: repeats, waiting of the player without opponent, distance in the standings, rating and colors. */
const LIMBS = 4;

/** Null takes the place of the opponent of a player who goes on waiting. */
type Seat = (FreePlayer & { place: number }) | null;

function sidesOf(games: readonly PlayedGame[]) {
  const played = games.filter(({ isForfeit }) => !isForfeit);
  const red = played.filter(({ side }) => side === 'red').length;
  return {
    lastOpponents: games.slice(-2).map(({ opponent }) => opponent),
    colorDifference: 2 * red - played.length,
    lastSide: played.at(-1)?.side ?? null,
  };
}

/** Returns the active players without a game, for `pairWave`. `standings`: of the same state. */
export function freePlayers(
  { games: running }: TournamentState,
  standings: readonly ArenaRow[],
): FreePlayer[] {
  const busy = new Set([...running.values()].flatMap(({ red, blue }) => [red, blue]));
  return standings
    .filter(({ player: { id, status } }) => status === 'active' && !busy.has(id))
    .map(({ player: { id, rating, statusAt }, points, games }) => {
      const played = games.map(({ game }) => game);
      const freeSince = Math.max(statusAt, played.at(-1)?.endedAt ?? 0);
      return { ...sidesOf(played), id, rating, points, freeSince };
    });
}

function isRepeat(a: FreePlayer, b: FreePlayer): boolean {
  return a.lastOpponents.includes(b.id) || b.lastOpponents.includes(a.id);
}

function colorConflict(a: FreePlayer, b: FreePlayer): number {
  if (a.colorDifference * b.colorDifference <= 0) return 0;
  return Math.min(Math.abs(a.colorDifference), Math.abs(b.colorDifference));
}

function costs(a: Seat, b: Seat, now: number): number[] {
  const one = a ?? b!;
  const other = a === null ? null : b;
  if (other === null) return [0, Math.floor(Math.max(0, now - one.freeSince) / 1000), 0, 0];
  const distance = Math.round(Math.abs(one.rating - other.rating)) + COLOR_COST * colorConflict(one, other);
  return [isRepeat(one, other) ? 1 : 0, 0, Math.abs(one.place - other.place), distance];
}

function compareSeats(a: FreePlayer, b: FreePlayer): number {
  return b.points - a.points || b.rating - a.rating || (a.id < b.id ? -1 : 1);
}

/** Returns the players in the order of the standings; an empty seat comes after the one who waits for the shortest time. */
function seatsOf(players: readonly FreePlayer[]): Seat[] {
  const seats: Seat[] = [];
  for (const player of players.toSorted(compareSeats)) {
    const last = seats.at(-1);
    const place = last != null && last.points === player.points ? last.place : seats.length;
    seats.push({ ...player, place });
  }
  if (seats.length % 2 === 0) return seats;
  const latest = Math.max(...players.map(({ freeSince }) => freeSince));
  return seats.toSpliced(seats.findLastIndex((seat) => seat?.freeSince === latest) + 1, 0, null);
}

function blocksOf(seats: readonly Seat[]): Seat[][] {
  const count = Math.max(1, Math.floor(seats.length / BLOCK));
  return Array.from({ length: count }, (_, n) =>
    seats.slice(n * BLOCK, n === count - 1 ? seats.length : (n + 1) * BLOCK),
  );
}

function matchBlock(block: readonly Seat[], now: number): [FreePlayer, FreePlayer][] {
  const ends: number[] = [];
  const weights: number[] = [];
  for (let a = 0; a < block.length; a += 1) {
    for (let b = a + 1; b < block.length; b += 1) {
      ends.push(a, b);
      for (const cost of costs(block[a]!, block[b]!, now)) weights.push(-cost);
    }
  }
  const { mates } = perfectMatching({ size: block.length, limbs: LIMBS, ends, weights })!;
  return block.flatMap((one, index) => {
    const other = block[mates[index]!]!;
    return one === null || other === null || mates[index]! < index ? [] : [[one, other]];
  });
}

/** Red is the player with fewer games as red, then the one whose last side was blue, then the lower one. */
function withSides([a, b]: [FreePlayer, FreePlayer]): WavePair {
  const blueLast = (player: FreePlayer) => (player.lastSide === 'blue' ? 1 : 0);
  const order = a.colorDifference - b.colorDifference || blueLast(b) - blueLast(a) || compareSeats(b, a);
  return order < 0 ? { red: a.id, blue: b.id } : { red: b.id, blue: a.id };
}

/**
 * Pairs as many free players as possible: by distance in the standings, then by rating, without the opponents of the last two
 * games. Deterministic; pure.
 */
export function pairWave(players: readonly FreePlayer[], now: number): WavePair[] {
  const mayRepeat = (player: FreePlayer) =>
    players.length < FEW_PLAYERS && now - player.freeSince >= REPEAT_AFTER_MS;
  return blocksOf(seatsOf(players))
    .flatMap((block) => matchBlock(block, now))
    .filter(([a, b]) => !isRepeat(a, b) || (mayRepeat(a) && mayRepeat(b)))
    .map(withSides);
}
