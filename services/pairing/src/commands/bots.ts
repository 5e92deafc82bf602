import { randomInt, randomUUID } from 'node:crypto';
import { HOUSE_BOTS, type PairingColor, type TimeControl } from '@doushouqi/protocol';
import type { BotGame } from '@doushouqi/room-core/bot-games';
import { poolId } from '@doushouqi/room-core/paired-games';
import { errorOf } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { newId } from '../new-id.ts';
import { refuseBot, refusePlaying } from './games.ts';

interface BotWish extends TimeControl {
  level: number;
  color: PairingColor | 'random';
  /** For the rating against bots; the colors are then random. */
  rated: boolean;
}

function colorIn({ players }: BotGame, userId: string): PairingColor {
  return players[0] === userId ? 'red' : 'blue';
}

/** Returns the running game of the user against a bot, or null; forgets one that is over. */
async function runningBotGame(
  { botGames, peers }: Pick<PairingContext, 'botGames' | 'peers'>,
  userId: string,
): Promise<BotGame | null> {
  const game = await botGames.gameOf(userId);
  return game !== null && (await peers.isPlaying(game.roomId)) ? game : null;
}

/** Makes the room of a new game and leaves the game to the bot service. Throws UNAVAILABLE. */
async function beginBotGame(
  { botGames, peers, now }: Pick<PairingContext, 'botGames' | 'peers' | 'now'>,
  userId: string,
  { level, color, initial, increment, rated }: BotWish,
): Promise<BotGame> {
  const bot = HOUSE_BOTS[level - 1]!._id;
  const isRed = rated || color === 'random' ? randomInt(2) === 0 : color === 'red';
  const game: BotGame = {
    roomId: newId(),
    gameId: randomUUID(),
    bots: [bot],
    players: isRed ? [userId, bot] : [bot, userId],
    pool: poolId({ initial, increment, rated: false }),
    at: now(),
  };
  if ((await peers.makeRoom(game, rated ? 'ratedBot' : 'bot')) !== 'made')
    throw errorOf('UNAVAILABLE', { retryAfter: 1 });
  await botGames.add(game);
  return game;
}

/**
 * Starts a game against a bot, or returns the running one. The ticket of the user stays: the search for a person
 * goes on. Throws ALREADY_PLAYING, YOU_BLOCKED, NOT_FOR_BOTS, and UNAVAILABLE while no bot service runs.
 */
export async function playBot(
  context: PairingContext,
  userId: string,
  wish: BotWish,
): Promise<{ roomId: string; color: PairingColor }> {
  const { botGames, blocks } = context;
  refuseBot(userId);
  await refusePlaying(context, userId);
  if ((await blocks.of(userId)).has(HOUSE_BOTS[wish.level - 1]!._id)) throw errorOf('YOU_BLOCKED');
  if (!(await botGames.isAlive())) throw errorOf('UNAVAILABLE', { message: '机器人暂时不在，请稍后再试' });
  const game = (await runningBotGame(context, userId)) ?? (await beginBotGame(context, userId, wish));
  return { roomId: game.roomId, color: colorIn(game, userId) };
}

/** Starts the game of a challenge to a bot and notifies the challenger, as if the bot had accepted it. */
export async function playChallenger(context: PairingContext, userId: string, wish: BotWish): Promise<void> {
  const { peers, notifier } = context;
  const { roomId, color } = await playBot(context, userId, wish);
  const { _id } = HOUSE_BOTS[wish.level - 1]!;
  const opponent = (await peers.profilesOf([_id])).get(_id)!;
  await notifier.notify([userId], { event: 'paired', payload: { roomId, opponent, color } });
}
