import { otherSide, SIDES, type Side } from '@doushouqi/rules';
import type { Bye, ByeReason, Finished, Joined, Paired, StatusChanged, TournamentEvent } from './events.ts';

export type TournamentKind = 'arena' | 'swiss';

/** `removed`: by forfeits; final. */
export type PlayerStatus = 'active' | 'paused' | 'left' | 'removed';

/** A player's view of a game. `result` is null while it runs. */
export interface PlayedGame {
  kind: 'game';
  game: string;
  round: number | null;
  opponent: string;
  opponentRating: number;
  side: Side;
  pairedAt: number;
  endedAt: number | null;
  result: 'win' | 'draw' | 'loss' | null;
  plies: number;
  /** A side made no first move: no game for colors, opponents and performance. */
  isForfeit: boolean;
}

export interface ByeRound {
  kind: 'bye';
  round: number;
  reason: ByeReason;
}

export type SheetEntry = PlayedGame | ByeRound;

export interface Player {
  id: string;
  rating: number;
  joinedAt: number;
  status: PlayerStatus;
  /** Time of the event that set the status. */
  statusAt: number;
  isCheckedIn: boolean;
  /** Games by the time of pairing; those of a Swiss and byes by round. */
  sheet: readonly SheetEntry[];
}

/** All that standings and pairings depend on. `fold` changes it in place. */
export interface TournamentState {
  readonly kind: TournamentKind;
  phase: 'open' | 'running' | 'ended' | 'cancelled';
  /** The last round that started; 0 before. */
  round: number;
  /** The last round whose games all ended; 0 before. */
  roundsEnded: number;
  readonly players: Map<string, Player>;
  /** Running games. */
  readonly games: Map<string, Paired>;
}

/** Forfeits after which a Swiss removes a player. */
export const FORFEITS_ALLOWED = 1;

export function newTournament(kind: TournamentKind): TournamentState {
  return { kind, phase: 'open', round: 0, roundsEnded: 0, players: new Map(), games: new Map() };
}

function withStatus(player: Player, status: PlayerStatus, at: number): Player {
  if (at < player.statusAt || player.status === 'removed') return player;
  return { ...player, status, statusAt: at };
}

function joined(state: TournamentState, { player: id, rating, at }: Joined): Player {
  const known = state.players.get(id);
  if (known !== undefined) return withStatus(known, 'active', at);
  return { id, rating, joinedAt: at, status: 'active', statusAt: at, isCheckedIn: false, sheet: [] };
}

function statusChanged(player: Player, { kind, at }: StatusChanged): Player {
  if (kind === 'checkedIn') return { ...player, isCheckedIn: true };
  return withStatus(player, kind, at);
}

function positionOf(entry: SheetEntry): number {
  return entry.kind === 'bye' ? entry.round : (entry.round ?? entry.pairedAt);
}

function keyOf(entry: SheetEntry): string | number {
  return entry.kind === 'bye' ? entry.round : entry.game;
}

function hasEntry({ sheet }: Player, key: string | number): boolean {
  return sheet.some((entry) => keyOf(entry) === key);
}

/** Returns the player with an entry in its place, however late its event arrives; a repeated event changes nothing. */
function withEntry(player: Player, entry: SheetEntry): Player {
  if (hasEntry(player, keyOf(entry))) return player;
  const sheet = [...player.sheet, entry].sort((a, b) => positionOf(a) - positionOf(b));
  return { ...player, sheet };
}

function paired(state: TournamentState, event: Paired): Player[] {
  const { game, round = null, at } = event;
  if (hasEntry(state.players.get(event.red)!, game)) return [];
  state.games.set(game, event);
  return SIDES.map((side) => {
    const opponent = state.players.get(event[otherSide(side)])!;
    return withEntry(state.players.get(event[side])!, {
      kind: 'game',
      game,
      round,
      opponent: opponent.id,
      opponentRating: opponent.rating,
      side,
      pairedAt: at,
      endedAt: null,
      result: null,
      plies: 0,
      isForfeit: false,
    });
  });
}

function resultOf(side: Side, { winner, absent }: Finished): PlayedGame['result'] {
  if (absent.includes(side)) return 'loss';
  if (absent.length > 0) return 'win';
  if (winner === null) return null;
  return winner === 'draw' ? 'draw' : winner === side ? 'win' : 'loss';
}

function forfeitsOf({ sheet }: Player): number {
  return sheet.filter((entry) => entry.kind === 'game' && entry.isForfeit && entry.result === 'loss').length;
}

function absentIn(state: TournamentState, player: Player, at: number): Player {
  if (state.kind === 'arena') return withStatus(player, 'paused', at);
  return forfeitsOf(player) > FORFEITS_ALLOWED ? withStatus(player, 'removed', player.statusAt) : player;
}

function finished(state: TournamentState, event: Finished): Player[] {
  const game = state.games.get(event.game);
  if (game === undefined) return [];
  state.games.delete(event.game);
  const isForfeit = event.absent.length > 0;
  return SIDES.map((side) => {
    const player = state.players.get(game[side])!;
    const result = resultOf(side, event);
    const sheet = player.sheet.flatMap((entry): SheetEntry[] => {
      if (entry.kind === 'bye' || entry.game !== event.game) return [entry];
      return result === null ? [] : [{ ...entry, endedAt: event.at, result, plies: event.plies, isForfeit }];
    });
    const after = { ...player, sheet };
    return event.absent.includes(side) ? absentIn(state, after, event.at) : after;
  });
}

function byeGiven(player: Player, { round, reason }: Bye): Player {
  return withEntry(player, { kind: 'bye', round, reason });
}

function changedPlayers(state: TournamentState, event: TournamentEvent): Player[] {
  switch (event.kind) {
    case 'joined':
      return [joined(state, event)];
    case 'paused':
    case 'left':
    case 'checkedIn':
      return [statusChanged(state.players.get(event.player)!, event)];
    case 'bye':
      return [byeGiven(state.players.get(event.player)!, event)];
    case 'paired':
      return paired(state, event);
    case 'finished':
      return finished(state, event);
    default:
      return [];
  }
}

/**
 * Adds an event to the state in place; returns the players that changed. Events of one game come in order, after both players
 * joined; those of different games in any order. An event that comes twice changes nothing the second time.
 */
export function fold(state: TournamentState, event: TournamentEvent): readonly Player[] {
  if (event.kind === 'started') state.phase = 'running';
  if (event.kind === 'ended' || event.kind === 'cancelled') state.phase = event.kind;
  if (event.kind === 'roundStarted') state.round = Math.max(state.round, event.round);
  if (event.kind === 'roundEnded') state.roundsEnded = Math.max(state.roundsEnded, event.round);
  const changed = changedPlayers(state, event);
  for (const player of changed) state.players.set(player.id, player);
  return changed;
}

/** Returns the state after all events. Pure. */
export function stateAfter(kind: TournamentKind, events: Iterable<TournamentEvent>): TournamentState {
  const state = newTournament(kind);
  for (const event of events) fold(state, event);
  return state;
}
