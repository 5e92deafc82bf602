import { houseBotOf, type RouteReply, type Routes } from '@doushouqi/protocol';
import type { BotGame } from '@doushouqi/room-core/bot-games';
import type { PairedGame } from '@doushouqi/room-core/paired-games';
import { gameRefusal, mayBotsPlay } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { finishPair, isBarred, stillRuns } from './games.ts';

/** Games of which another service chose players and ids, as a tournament does (docs/pairing.md). */

type Begun = RouteReply<Routes['beginAssignedGames']>['games'][number];

/** Returns the house bots among the users that may take a game. */
async function freeBots(
  { botGames, site, now }: PairingContext,
  bots: readonly string[],
): Promise<readonly string[]> {
  if (bots.length === 0 || !mayBotsPlay(await site(), now())) return [];
  const { total, taken } = await botGames.places();
  return bots.slice(0, Math.max(0, total - taken));
}

/** Returns whether neither a pause nor a sanction keeps a user from a game. */
async function mayPlay(
  { pauseOf, sanctionsOf }: PairingContext,
  userId: string,
  rated: boolean,
): Promise<boolean> {
  const [pause, sanctions] = await Promise.all([pauseOf(userId), sanctionsOf(userId)]);
  return pause === null && !isBarred(sanctions, rated);
}

/** Returns those users who may be paired now. */
export async function listFreePlayers(
  context: PairingContext,
  userIds: readonly string[],
  rated: boolean,
): Promise<string[]> {
  const { store, online, site, now } = context;
  if (gameRefusal(await site(), { rated, now: now() }) !== null) return [];
  const people = userIds.filter((id) => houseBotOf(id) === null);
  const [playing, connected, bots] = await Promise.all([
    store.playing(userIds),
    online.connectedOf(people),
    freeBots(
      context,
      userIds.filter((id) => houseBotOf(id) !== null),
    ),
  ]);
  const free = [...people.filter((id) => connected.has(id)), ...bots].filter((id) => !playing.has(id));
  const allowed = await Promise.all(free.map((id) => mayPlay(context, id, rated)));
  return free.filter((_, n) => allowed[n]);
}

/** Takes a place for the bot of a game. Returns the players without a place: none if it was taken. */
async function takeBotPlace({ botGames }: PairingContext, game: PairedGame): Promise<string[]> {
  const bots = game.players.filter((id) => houseBotOf(id) !== null);
  if (bots.length === 0) return [];
  const person = game.players.find((id) => !bots.includes(id));
  if (person === undefined) return bots;
  const place = await botGames.take({ ...game, bots } satisfies BotGame);
  if (place.kind === 'TAKEN') return [];
  if (place.kind !== 'PLAYING') return bots;
  return place.game.roomId === game.roomId ? [] : [person];
}

/** Takes both players. Returns those who play another game: none if they were taken. */
async function takePlayers(context: PairingContext, game: PairedGame): Promise<string[]> {
  const over: string[] = [];
  for (;;) {
    const taken = await context.store.take({ pair: game, over });
    // Without a ticket and a challenge nothing can be gone.
    if (taken.ok || taken.reason === 'GONE') return [];
    const { game: other } = taken;
    // The end of the other game may not have been reported.
    if (other === null || over.includes(other.gameId) || (await stillRuns(context, other)))
      return [game.players[taken.index]];
    over.push(other.gameId);
  }
}

async function hasBegun({ store }: PairingContext, gameId: string): Promise<boolean> {
  return (await store.runningGame(gameId)) !== null || (await store.hasEnded(gameId));
}

/** Whether a process has taken the players, or the room exists. */
async function isKnown(context: PairingContext, gameId: string): Promise<boolean> {
  return (await context.store.takenPair(gameId)) !== null || hasBegun(context, gameId);
}

/**
 * Begins a game with given players and ids and notifies the players. Idempotent: a repeated call goes on where the last one
 * stopped, and does not begin again a game that has ended.
 */
export async function beginAssignedGame(
  context: PairingContext,
  wish: Omit<PairedGame, 'at'>,
): Promise<Begun> {
  const { store, botGames, now } = context;
  const { gameId } = wish;
  const outcome = (state: Begun['state'], busy: string[] = []): Begun => ({ gameId, state, busy });
  if (await hasBegun(context, gameId)) return outcome('begun');
  const game: PairedGame = { ...wish, at: now() };
  const without = await takeBotPlace(context, game);
  if (without.length > 0) return outcome('busy', without);
  let taken = await store.takenPair(gameId);
  if (taken === null) {
    const busy = await takePlayers(context, game);
    if (busy.length > 0) {
      // Another call for this game came first.
      if (await isKnown(context, gameId)) return outcome('unknown');
      await botGames.remove({ ...game, bots: game.players.filter((id) => houseBotOf(id) !== null) });
      return outcome('busy', busy);
    }
    taken = { pair: game, tickets: [], challenge: null };
  }
  if (!(await finishPair(context, taken)))
    return outcome((await isKnown(context, gameId)) ? 'unknown' : 'refused');
  await botGames.start(game);
  return outcome('begun');
}
