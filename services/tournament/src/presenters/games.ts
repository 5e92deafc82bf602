import type { PublicUser, RoundCell, SwissRound, TournamentGame } from '@doushouqi/protocol';
import { SIDES } from '@doushouqi/rules';
import type { Finished, Paired } from '@doushouqi/tournament';
import type { StoredTournamentGame } from '../models.ts';
import type { Peers } from '../peers.ts';
import type { Book } from '../store/book.ts';
import type { Ranked } from './standings.ts';

type Result = StoredTournamentGame['result'];

function resultOf({ winner, absent }: Finished): Result {
  if (absent.length === 1) return absent[0] === 'red' ? 'blue' : 'red';
  return winner ?? 'void';
}

type GameOfBook = Omit<StoredTournamentGame, 'result' | 'endedAt' | 'tournamentId'> & {
  result: Result | null;
  endedAt: number | null;
};

function gameOf({ finished }: Book, { game, red, blue, round, at }: Paired, position: number): GameOfBook {
  const end = finished.get(game);
  return {
    _id: game,
    position,
    round: round ?? null,
    red,
    blue,
    result: end ? resultOf(end) : null,
    isForfeit: (end?.absent.length ?? 0) > 0,
    plies: end?.plies ?? 0,
    at,
    endedAt: end?.at ?? null,
  };
}

/** Returns the games from a place on, in the order of their pairing. Pure. */
export function gamesOf(book: Book, from = 0, count = Number.POSITIVE_INFINITY): GameOfBook[] {
  return book.paired.slice(from, from + count).map((paired, n) => gameOf(book, paired, from + n));
}

function shown(
  game: GameOfBook | StoredTournamentGame,
  profiles: ReadonlyMap<string, PublicUser>,
): TournamentGame {
  const { _id, round, result, isForfeit, plies, at, endedAt } = game;
  const [red, blue] = SIDES.map((side) => profiles.get(game[side])!) as [PublicUser, PublicUser];
  // A room has the id of its game.
  return { gameId: _id, roomId: _id, round, red, blue, result, isForfeit, plies, at, endedAt };
}

export async function presentGames(
  { profilesOf }: Pick<Peers, 'profilesOf'>,
  games: readonly (GameOfBook | StoredTournamentGame)[],
): Promise<TournamentGame[]> {
  const profiles = await profilesOf(games.flatMap(({ red, blue }) => [red, blue]));
  return games.map((game) => shown(game, profiles));
}

const CELL_POINTS: Partial<Record<RoundCell, number>> = {
  win: 1,
  forfeitWin: 1,
  bye: 1,
  draw: 0.5,
  halfBye: 0.5,
};

function pointsOf(cell: RoundCell | undefined): number {
  return (cell && CELL_POINTS[cell]) ?? 0;
}

/** Returns the pairings of a round of a Swiss by table, with the scores before it. */
export async function presentRound(
  peers: Pick<Peers, 'profilesOf'>,
  { rows, places }: Ranked,
  games: readonly (GameOfBook | StoredTournamentGame)[],
  round: number,
): Promise<SwissRound> {
  const cellsOf = (id: string) => rows[places.get(id) ?? -1]?.cells ?? [];
  const scoreOf = (id: string) =>
    cellsOf(id)
      .slice(0, round - 1)
      .reduce((sum, cell) => sum + pointsOf(cell), 0);
  const isBye = (cell: RoundCell | undefined) => cell === 'bye' || cell === 'halfBye';
  const free = rows.filter(({ cells = [] }) => isBye(cells[round - 1])).map(({ userId }) => userId);
  const [pairs, profiles] = await Promise.all([presentGames(peers, games), peers.profilesOf(free)]);
  return {
    round,
    pairs: pairs.map((game, n) => ({
      ...game,
      table: n + 1,
      redPoints: scoreOf(games[n]!.red),
      bluePoints: scoreOf(games[n]!.blue),
    })),
    byes: free.map((id) => ({ user: profiles.get(id)!, points: pointsOf(cellsOf(id)[round - 1]) })),
  };
}
