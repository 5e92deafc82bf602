import { gameTimeMs, houseBotOf } from '@doushouqi/protocol';
import {
  arenaStandings,
  type FreePlayer,
  freePlayers,
  type Paired,
  pairWave,
  type TournamentEvent,
  type WavePair,
} from '@doushouqi/tournament';
import type { StoredTournament } from '../models.ts';
import type { Book } from '../store/book.ts';
import { endOf } from './times.ts';

/** Steps of an arena. Pure. */

/** A player who returns is in no wave for this time, so that pausing and joining chooses no opponent. Milliseconds. */
export const RETURN_WAIT_MS = 15_000;
/** A person waits this long for other persons before a house bot takes the game. Milliseconds. */
export const BOT_AFTER_MS = 10_000;
/** A house bot that was paused, because it made no first move, returns after this time. Milliseconds. */
const BOT_RETURN_MS = 60_000;

/** Returns the players that a wave may pair. */
export function waitingPlayers({ state }: Book, now: number): FreePlayer[] {
  return freePlayers(state, arenaStandings(state)).filter(({ id }) => {
    const { joinedAt, statusAt } = state.players.get(id)!;
    return statusAt === joinedAt || now - statusAt >= RETURN_WAIT_MS;
  });
}

function isBot({ id }: FreePlayer): boolean {
  return houseBotOf(id) !== null;
}

/** Returns pairs of a house bot and a person who found no other person. Two house bots do not meet. */
function pairWithBots(people: readonly FreePlayer[], bots: readonly FreePlayer[], now: number): WavePair[] {
  const free = new Set(bots);
  return people.flatMap((person) => {
    if (now - person.freeSince < BOT_AFTER_MS) return [];
    const isLast = (bot: FreePlayer) => (person.lastOpponents.includes(bot.id) ? 1 : 0);
    const distance = (bot: FreePlayer) => Math.abs(bot.rating - person.rating);
    const [bot] = [...free].sort((a, b) => isLast(a) - isLast(b) || distance(a) - distance(b));
    if (bot === undefined) return [];
    free.delete(bot);
    const { colorDifference, lastSide } = person;
    const isRed = colorDifference < 0 || (colorDifference === 0 && lastSide !== 'red');
    return [isRed ? { red: person.id, blue: bot.id } : { red: bot.id, blue: person.id }];
  });
}

/** Returns the pairings of a wave. `waiting`: without those who are not free. */
export function waveOf(
  { state }: Book,
  waiting: readonly FreePlayer[],
  { at, newId }: { at: number; newId: () => string },
): Paired[] {
  const busy = new Set([...state.games.values()].flatMap(({ red, blue }) => [red, blue]));
  const free = waiting.filter(({ id }) => state.players.get(id)?.status === 'active' && !busy.has(id));
  const people = free.filter((one) => !isBot(one));
  const pairs = pairWave(people, at);
  const paired = new Set(pairs.flatMap(({ red, blue }) => [red, blue]));
  const left = people.filter(({ id }) => !paired.has(id));
  return [...pairs, ...pairWithBots(left, free.filter(isBot), at)].map(({ red, blue }) => {
    return { kind: 'paired', game: newId(), red, blue, at };
  });
}

/** Ends a game for no fault of its players. */
export function voided(game: string, at: number): TournamentEvent {
  return { kind: 'finished', game, winner: null, plies: 0, endReason: null, absent: [], at };
}

/** Returns the events of the end: none while games run that may still count. */
export function arenaEnd(
  tournament: Pick<
    StoredTournament,
    'startsAt' | 'minutes' | 'rounds' | 'timeControl' | 'breakMs' | 'checkIn'
  >,
  { state }: Book,
  at: number,
): TournamentEvent[] {
  const end = endOf(tournament);
  if (state.phase !== 'running' || at < end) return [];
  if (state.games.size > 0 && at < end + gameTimeMs(tournament.timeControl)) return [];
  return [...[...state.games.keys()].map((game) => voided(game, at)), { kind: 'ended', at }];
}

/** Returns the house bots that enter, or return after a pause. */
export function botEntries({ state }: Book, bots: readonly { _id: string; rating: number }[], at: number) {
  return bots.flatMap(({ _id, rating }): TournamentEvent[] => {
    const player = state.players.get(_id);
    const isDue =
      player === undefined || (player.status === 'paused' && at - player.statusAt >= BOT_RETURN_MS);
    return isDue ? [{ kind: 'joined', player: _id, rating, at }] : [];
  });
}
