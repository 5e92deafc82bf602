import {
  type FinishedGame,
  houseBotOf,
  RATING_DEFS,
  type RatingClass,
  type TimeControl,
  toWireWinner,
} from '@doushouqi/protocol';
import {
  type Account,
  afterGoodGame,
  afterOffence,
  type Conduct,
  conductIn,
  type EarlierGames,
  fixedAccount,
  GOOD_CONDUCT,
  type LedgerGame,
  NEW_ACCOUNT,
  RATING_RULE,
  type RatedOutcome,
  REPEAT_WINDOW,
  rateForAccounts,
} from '@doushouqi/rating';
import type { Side, Winner } from '@doushouqi/rules';
import { retryUpsert } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { RatingContext } from './context.ts';
import {
  EARLIER_FIELDS,
  type EarlierGame,
  pairOf,
  ratingId,
  type StoredConduct,
  type StoredOffence,
  type StoredRatedGame,
  type StoredRating,
  winsOf,
} from './models/ratings.ts';

type Parts = Pick<RatingContext, 'ratings' | 'games' | 'conducts'>;
/** A rated game, which has clocks, with its winner; null if aborted. */
type Ended = Omit<FinishedGame, 'winner' | 'timeControl'> & {
  winner: Winner | null;
  timeControl: TimeControl;
};
type Decided = Ended & { winner: Winner; ratingClass: RatingClass };

/** Most stored offences of a user. */
const STORED_OFFENSES = 50;

/** Runs `work` in a transaction and repeats it after a conflict. */
async function inTransaction<T>({ games }: Parts, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await games.startSession();
  try {
    return await retryUpsert(() => session.withTransaction(() => work(session)));
  } finally {
    await session.endSession();
  }
}

async function noteConduct({ conducts }: Parts, game: Ended, session: ClientSession): Promise<void> {
  const { gameId, players, winner, endReason, moveTimes, abortedBy, leftBy, endTime } = game;
  const bySurrender = endReason === 'SURRENDER';
  const done = conductIn({ players, winner, plies: moveTimes.length, bySurrender, abortedBy, leftBy });
  for (const { userId, did } of done) {
    const stored = await conducts.findById(userId).session(session).lean();
    // A clean record is not stored.
    if (did === null || (did === 'played' && (stored === null || stored.points === 0))) continue;
    const before: StoredConduct = stored ?? { ...GOOD_CONDUCT, _id: userId, offences: [] };
    // An aborted game is identified by its offence.
    if (before.offences.some((offence) => offence.gameId === gameId)) continue;
    const after: Conduct = (did === 'played' ? afterGoodGame : afterOffence)(before, endTime);
    const offences: StoredOffence[] =
      did === 'played'
        ? before.offences
        : [...before.offences, { gameId, offence: did, at: endTime }].slice(-STORED_OFFENSES);
    const { points, at, pauseUntil } = after;
    const document = { _id: userId, points, at, pauseUntil, offences };
    await conducts.replaceOne({ _id: userId }, document, { upsert: true, session });
  }
}

/** Returns the side of the house bot in a game, whose rating stays. */
function sideOfBot([red, blue]: readonly [string, string]): Side | undefined {
  return houseBotOf(red) ? 'red' : houseBotOf(blue) ? 'blue' : undefined;
}

async function findEarlier(
  { games }: Parts,
  { players, winner, ratingClass, endTime }: Decided,
  session: ClientSession,
): Promise<EarlierGames> {
  const near = { $gt: endTime - REPEAT_WINDOW, $lt: endTime + REPEAT_WINDOW };
  const ofPair = await games
    .find({ pair: pairOf(...players), endTime: near })
    .select({ _id: 1 })
    .session(session)
    .lean();
  // A bot's own games weigh nothing, and there are many.
  const gamesOf = async (userId: string): Promise<EarlierGame[]> =>
    houseBotOf(userId) !== null
      ? []
      : games
          .find({ players: userId, class: ratingClass, endTime: near })
          .select(EARLIER_FIELDS)
          .session(session)
          .lean();
  const [redId, blueId] = players;
  const [red, blue] = [await gamesOf(redId), await gamesOf(blueId)];
  const countArranged = (some: readonly EarlierGame[]) => some.filter(({ isArranged }) => isArranged).length;
  return {
    ofPair: ofPair.length,
    ofWinner: winner === 'draw' ? [] : winner === 'red' ? winsOf(red, redId) : winsOf(blue, blueId),
    arranged: { red: countArranged(red), blue: countArranged(blue) },
  };
}

function describe(game: Decided, { seq, weight, red, blue }: RatedOutcome): StoredRatedGame {
  const { gameId, roomId, players, timeControl, winner, endReason, startTime, endTime, leftBy } = game;
  return {
    _id: gameId,
    seq,
    roomId,
    class: game.ratingClass,
    timeControl,
    players,
    pair: pairOf(...players),
    winner: toWireWinner(winner),
    endReason,
    plies: game.moveTimes.length,
    startTime,
    endTime,
    rule: RATING_RULE,
    ...(game.isArranged && { isArranged: game.isArranged }),
    weight,
    red: red.change,
    blue: blue.change,
    ...(leftBy !== undefined && { leftBy }),
    lags: game.lags,
    focusLosses: game.focusLosses,
  };
}

async function rateOnce(parts: Parts, game: Decided, session: ClientSession): Promise<StoredRatedGame> {
  const { ratings, games } = parts;
  const known = await games.findById(game.gameId).session(session).lean();
  if (known !== null) return known;
  const { ratingClass } = game;
  const accountOf = async (userId: string): Promise<Account> => {
    const bot = houseBotOf(userId);
    if (bot !== null) return fixedAccount(bot.rating);
    const stored = await ratings.findById(ratingId(userId, ratingClass)).session(session).lean();
    return stored === null ? NEW_ACCOUNT : { ...NEW_ACCOUNT, tally: null, ...stored };
  };
  const { winner, endTime, isArranged } = game;
  const [redId, blueId] = game.players;
  // Sequential: a transaction uses one connection.
  const [red, blue] = [await accountOf(redId), await accountOf(blueId)];
  const earlier = await findEarlier(parts, game, session);
  const rated: LedgerGame = {
    winner,
    plies: game.moveTimes.length,
    endTime,
    rule: RATING_RULE,
    fixed: sideOfBot(game.players),
    ...(isArranged && { isArranged }),
  };
  const outcome = rateForAccounts(red, blue, rated, earlier);
  const document = describe(game, outcome);
  await games.create([document], { session });
  const accounts = [[redId, outcome.red.account] as const, [blueId, outcome.blue.account] as const];
  for (const [userId, account] of accounts) {
    if (houseBotOf(userId) !== null) continue;
    const _id = ratingId(userId, ratingClass);
    const rating: StoredRating = { ...account, _id, userId, class: ratingClass };
    await ratings.replaceOne({ _id }, rating, { upsert: true, session });
  }
  if (!RATING_DEFS[ratingClass].hasBot) await noteConduct(parts, game, session);
  return document;
}

/**
 * Rates a game and stores its ending in one transaction over both players and the game. Idempotent by
 * `gameId`. After an error of the store nothing or everything is stored, so a retry is safe.
 */
export function storeRatedGame(parts: Parts, game: Decided): Promise<StoredRatedGame> {
  return inTransaction(parts, (session) => rateOnce(parts, game, session));
}

/** Stores the offence of an aborted game, once. */
export function storeAbortedGame(parts: Parts, game: Ended): Promise<void> {
  return inTransaction(parts, (session) => noteConduct(parts, game, session));
}
