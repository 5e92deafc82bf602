import type { OwnEntry, Tournament, TournamentDetails, TournamentPhase } from '@doushouqi/protocol';
import type { Paired } from '@doushouqi/tournament';
import { checkInAt, endOf, nextRoundAt } from '../decide/times.ts';
import type { StoredTournament } from '../models.ts';
import type { Peers } from '../peers.ts';
import type { Book } from '../store/book.ts';
import { checkedInTo, type Ranked } from './standings.ts';

/** Running games of the leaders that are shown. */
const TABLES = 3;

/** A tournament with its book; null after its end was stored. */
export interface Shown {
  tournament: StoredTournament;
  book: Book | null;
}

export function phaseOf({ tournament, book }: Shown): TournamentPhase {
  if (tournament.endedAt !== null || book?.state.phase === 'ended') return 'finished';
  return book?.state.phase === 'running' ? 'running' : 'coming';
}

/** Presents a tournament of a list. `userId`: the caller. */
export async function presentTournament(
  { profilesOf }: Pick<Peers, 'profilesOf'>,
  shown: Shown,
  userId: string | null,
): Promise<Tournament> {
  const { tournament, book } = shown;
  const { _id, champion, endedAt } = tournament;
  const profiles = await profilesOf(champion === null ? [] : [champion]);
  const { name, kind, timeControl, rated, levels, isPrivate, hasBots, startsAt, rounds } = tournament;
  return {
    id: _id,
    ...{ name, kind, timeControl, rated, levels, isPrivate, hasBots, startsAt, rounds },
    phase: phaseOf(shown),
    endsAt: endedAt ?? book?.endedAt ?? endOf(tournament),
    round: book?.state.round ?? tournament.round,
    players: book?.state.players.size ?? tournament.players,
    games: book?.state.games.size ?? 0,
    champion: champion === null ? null : profiles.get(champion)!,
    mine: (userId !== null && book?.state.players.get(userId)?.status) || null,
    isOwn: userId !== null && tournament.createdBy === userId,
  };
}

function runningGameOf({ state }: Book, userId: string): Paired | undefined {
  return [...state.games.values()].find(({ red, blue }) => red === userId || blue === userId);
}

/** Presents a running game of a user: its room has the id of the game. */
export async function presentOwnGame(
  { profilesOf }: Pick<Peers, 'profilesOf'>,
  { game, red, blue, round, at }: Paired,
  userId: string,
) {
  const opponentId = red === userId ? blue : red;
  const opponent = (await profilesOf([opponentId])).get(opponentId)!;
  const color = red === userId ? ('red' as const) : ('blue' as const);
  return { gameId: game, roomId: game, color, opponent, round: round ?? null, at };
}

function resultsOf({ rows }: Ranked, place: number) {
  const { points, wins, draws, losses, performance = null, streak = 0 } = rows[place]!;
  return { rank: place + 1, points, wins, draws, losses, performance, streak };
}

/** Presents the entry of a user; null without one. */
export async function presentOwn(
  peers: Pick<Peers, 'profilesOf'>,
  book: Book,
  standings: Ranked,
  userId: string,
): Promise<OwnEntry | null> {
  const player = book.state.players.get(userId);
  if (player === undefined) return null;
  const game = runningGameOf(book, userId);
  const next = book.state.round + 1;
  return {
    status: player.status,
    isCheckedIn: player.isCheckedIn,
    ...resultsOf(standings, standings.places.get(userId)!),
    game: game ? await presentOwnGame(peers, game, userId) : null,
    hasBye: player.sheet.some((entry) => entry.kind === 'bye' && entry.round === next),
  };
}

/** Presents the entry of a user in a stored tournament; null without one. */
function presentFinal(standings: Ranked, userId: string): OwnEntry | null {
  const place = standings.places.get(userId);
  if (place === undefined) return null;
  const { status } = standings.rows[place]!;
  return { status, isCheckedIn: false, ...resultsOf(standings, place), game: null, hasBye: false };
}

/** Returns the running games of the leaders, by the better place of the players. */
async function tablesOf({ profilesOf }: Pick<Peers, 'profilesOf'>, { state }: Book, { places }: Ranked) {
  const placeOf = ({ red, blue }: Paired) => Math.min(places.get(red) ?? 1e9, places.get(blue) ?? 1e9);
  const games = [...state.games.values()].sort((a, b) => placeOf(a) - placeOf(b)).slice(0, TABLES);
  const profiles = await profilesOf(games.flatMap(({ red, blue }) => [red, blue]));
  return games.map(({ game, red, blue }) => {
    return { gameId: game, roomId: game, red: profiles.get(red)!, blue: profiles.get(blue)! };
  });
}

/** Presents a tournament with the caller's entry. */
export async function presentDetails(
  peers: Pick<Peers, 'profilesOf'>,
  shown: Shown,
  standings: Ranked,
  userId: string | null,
): Promise<TournamentDetails> {
  const { tournament, book } = shown;
  const { createdBy, description, password = null } = tournament;
  const profiles = await peers.profilesOf(createdBy === null ? [] : [createdBy]);
  const listed = await presentTournament(peers, shown, userId);
  const final = book === null && userId !== null ? presentFinal(standings, userId) : null;
  const own = book && userId !== null ? await presentOwn(peers, book, standings, userId) : final;
  return {
    ...listed,
    mine: own?.status ?? null,
    description,
    createdBy: createdBy === null ? null : profiles.get(createdBy)!,
    password: listed.phase !== 'finished' && (listed.isOwn || own !== null) ? password : null,
    checkInAt: checkInAt(tournament),
    checkedIn: (book && checkedInTo(tournament, book)?.size) ?? 0,
    breakSeconds: tournament.kind === 'swiss' ? tournament.breakMs / 1_000 : null,
    nextAt: book && nextRoundAt(tournament, book),
    tables: book ? await tablesOf(peers, book, standings) : [],
    own,
  };
}
