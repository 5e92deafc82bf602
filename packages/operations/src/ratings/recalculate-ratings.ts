import { isDeepStrictEqual } from 'node:util';
import { type DecidedWireWinner, fromWireWinner, houseBotOf } from '@doushouqi/protocol';
import {
  type Account,
  type DatedRating,
  fixedAccount,
  NEW_ACCOUNT,
  type RatedOutcome,
  type RatingRule,
  REPEAT_WINDOW,
  rateForAccounts,
  type Win,
} from '@doushouqi/rating';
import { retryUpsert } from '@doushouqi/service-kit';
import type { Db } from 'mongodb';
import { openReturns } from './returns.ts';

/** Fields of a stored game that the rating uses, and its result (services/rating). */
interface Game {
  _id: string;
  seq: number;
  class: string;
  players: [string, string];
  pair: string;
  winner: DecidedWireWinner;
  plies: number;
  endTime: number;
  rule?: RatingRule;
  isArranged?: true;
  weight: number;
  red: Change;
  blue: Change;
}
interface Change {
  before: DatedRating;
  after: DatedRating;
}
type Stored = Account & { _id: string };

/** Result of a recalculation of all ratings. */
interface Recalculation {
  accounts: ReadonlyMap<string, Account>;
  /** One line per game or account whose stored value differs. */
  differences: string[];
  games: number;
}

function accountOf({
  rating,
  deviation,
  volatility,
  ratedAt,
  seq,
  red,
  blue,
  seasons,
  days,
  tally,
}: Account): Account {
  return { rating, deviation, volatility, ratedAt, seq, red, blue, seasons, days, tally };
}

/** Returns the stored outcome of a game. */
function storedOutcome({ seq, weight, red, blue }: Game) {
  return { seq, weight, red, blue };
}

function outcomeToStore({ seq, weight, red, blue }: RatedOutcome) {
  return { seq, weight, red: red.change, blue: blue.change };
}

/** Recalculates the rating of all stored games and compares; `write` replaces differing values. */
export async function recalculateRatings(db: Db, { write }: { write: boolean }): Promise<Recalculation> {
  const [games, ratings] = [db.collection<Game>('ratedgames'), db.collection<Stored>('ratings')];
  const accounts = new Map<string, Account>();
  /** End times of the games of each pair. */
  const ends = new Map<string, number[]>();
  /** Wins of each account. */
  const wins = new Map<string, (Win & { endTime: number })[]>();
  /** End times of each account's arranged games. */
  const arrangedEnds = new Map<string, number[]>();
  const differences: string[] = [];
  let count = 0;
  const returns = await openReturns(db, accounts, differences);
  for await (const game of games.find().sort({ seq: 1, _id: 1 })) {
    returns.apply(game.seq);
    const ids = game.players.map((userId) => `${userId}:${game.class}`) as [string, string];
    const bots = game.players.map(houseBotOf);
    const [red, blue] = ids.map((id, n) => {
      const bot = bots[n];
      return bot ? fixedAccount(bot.rating) : (accounts.get(id) ?? NEW_ACCOUNT);
    }) as [Account, Account];
    const fixed = bots[0] ? ('red' as const) : bots[1] ? ('blue' as const) : undefined;
    const before = ends.get(game.pair) ?? [];
    const isNear = (end: number) => Math.abs(end - game.endTime) < REPEAT_WINDOW;
    const winner = fromWireWinner(game.winner);
    const winnerId = winner === 'draw' ? null : ids[winner === 'red' ? 0 : 1];
    const isWonByBot = winner !== 'draw' && winner === fixed;
    const won = (!isWonByBot && winnerId !== null && wins.get(winnerId)) || [];
    const [redEnds, blueEnds] = ids.map((id) => arrangedEnds.get(id) ?? []) as [number[], number[]];
    const outcome = rateForAccounts(
      red,
      blue,
      { ...game, winner, fixed },
      {
        ofPair: before.filter(isNear).length,
        ofWinner: won.filter(({ endTime }) => isNear(endTime)),
        arranged: { red: redEnds.filter(isNear).length, blue: blueEnds.filter(isNear).length },
      },
    );
    ends.set(game.pair, [...before, game.endTime]);
    if (game.isArranged) {
      arrangedEnds.set(ids[0], [...redEnds, game.endTime]).set(ids[1], [...blueEnds, game.endTime]);
    }
    if (winnerId !== null) {
      const { deviation } = outcome[winner === 'red' ? 'blue' : 'red'].change.before;
      won.push({ endTime: game.endTime, plies: game.plies, opponentDeviation: deviation });
      wins.set(winnerId, won);
    }
    if (!bots[0]) accounts.set(ids[0], outcome.red.account);
    if (!bots[1]) accounts.set(ids[1], outcome.blue.account);
    count += 1;
    const recalculated = outcomeToStore(outcome);
    if (isDeepStrictEqual(storedOutcome(game), recalculated)) continue;
    differences.push(
      `game ${game._id}: ${JSON.stringify(storedOutcome(game))} is ${JSON.stringify(recalculated)}`,
    );
    if (write) await games.updateOne({ _id: game._id }, { $set: recalculated });
  }
  returns.apply(Number.POSITIVE_INFINITY);
  for (const [id, account] of accounts) {
    const stored = await ratings.findOne({ _id: id });
    if (stored !== null && isDeepStrictEqual(accountOf(stored), account)) continue;
    differences.push(`rating ${id}: ${stored?.rating} is ${account.rating}`);
    const [userId = '', timeClass] = id.split(':');
    const def = { ...account, userId, class: timeClass };
    if (write) await retryUpsert(() => ratings.updateOne({ _id: id }, { $set: def }, { upsert: true }));
  }
  return { accounts, differences, games: count };
}
