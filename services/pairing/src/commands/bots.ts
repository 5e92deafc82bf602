import { randomInt, randomUUID } from 'node:crypto';
import { HOUSE_BOTS, type PairingColor, type TimeControl } from '@doushouqi/protocol';
import type { BotGame } from '@doushouqi/room-core/bot-games';
import { errorOf, refuseGame } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { newRoomId } from '../new-id.ts';
import { refusePlaying } from './games.ts';

interface BotWish extends TimeControl {
  level: number;
  color: PairingColor | 'random';
  /** For the rating against bots; the colors then alternate with each finished game. */
  rated: boolean;
  /** The address (of IPv6 the /64) of the user; never sent. */
  network: string;
}

type Parts = Pick<PairingContext, 'botGames' | 'peers' | 'rooms' | 'now'>;

function colorIn({ players }: BotGame, userId: string): PairingColor {
  return players[0] === userId ? 'red' : 'blue';
}

/** Returns whether the user plays red. An aborted rated game changes nothing, so aborting chooses no side. */
async function isRed({ peers }: Parts, userId: string, { rated, color }: BotWish): Promise<boolean> {
  if (!rated) return color === 'random' ? randomInt(2) === 0 : color === 'red';
  return (Number.parseInt(userId.slice(-1), 16) + (await peers.gamesAgainstBots(userId))) % 2 === 0;
}

async function newGame(parts: Parts, userId: string, wish: BotWish): Promise<BotGame> {
  const { level, initial, increment, rated } = wish;
  const bot = HOUSE_BOTS[level - 1]!._id;
  return {
    roomId: newRoomId(),
    gameId: randomUUID(),
    bots: [bot],
    players: (await isRed(parts, userId, wish)) ? [userId, bot] : [bot, userId],
    kind: rated ? 'ratedBot' : 'bot',
    timeControl: { initial, increment },
    at: parts.now(),
  };
}

/** Makes the room of a taken place and leaves the game to the bots. Idempotent. Throws UNAVAILABLE. */
async function beginBotGame({ botGames, peers }: Parts, game: BotGame): Promise<BotGame> {
  const made = await peers.makeRoom(game);
  // Without a reply the room may exist: a bot looks for it later, and gives the place back if there is none.
  if (made === 'refused') await botGames.remove(game);
  if (made !== 'made') throw errorOf('UNAVAILABLE', { retryAfter: 1 });
  await botGames.start(game);
  return game;
}

/** Messages of UNAVAILABLE, by the reason why no place is free. */
const NO_PLACE = {
  AWAY: '机器人暂时不在，请稍后再试',
  FULL: '机器人都在下棋，请稍后再试',
  SHARE: '你的网络里已有很多人在和机器人下棋，请稍后再试',
  LEAVING: '上一局刚结束，请稍后再试',
} as const;

/** Takes a place for a new game and begins it, or returns the running game of the user. Throws UNAVAILABLE. */
async function takePlace(parts: Parts, game: BotGame, network: string): Promise<BotGame> {
  let over: string | undefined;
  for (;;) {
    const place = await parts.botGames.take(game, { network, ...(over !== undefined && { over }) });
    if (place.kind === 'TAKEN') return beginBotGame(parts, game);
    if (place.kind !== 'PLAYING') throw errorOf('UNAVAILABLE', { message: NO_PLACE[place.kind] });
    if (place.isHeld) return beginBotGame(parts, place.game);
    const isPlaying = await parts.rooms.isPlaying(place.game.roomId);
    if (isPlaying === 'unknown') throw errorOf('UNAVAILABLE', { retryAfter: 1 });
    if (isPlaying === 'yes') return place.game;
    over = place.game.roomId;
  }
}

/** Throws READ_ONLY, RATED_OFF and BOTS_OFF. */
export async function refuseBots(
  { site, now }: Pick<PairingContext, 'site' | 'now'>,
  rated: boolean,
): Promise<void> {
  await refuseGame(site, { rated, now: now() });
  if (!(await site()).bots) throw errorOf('BOTS_OFF');
}

/**
 * Starts a game against a bot, or returns the running one. The ticket of the user stays: the search for a person
 * goes on. Throws READ_ONLY, RATED_OFF, BOTS_OFF, ALREADY_PLAYING, YOU_BLOCKED, and UNAVAILABLE while no place is free.
 */
export async function playBot(
  context: PairingContext,
  userId: string,
  wish: BotWish,
): Promise<{ roomId: string; color: PairingColor }> {
  await refuseBots(context, wish.rated);
  await refusePlaying(context, userId);
  const bot = HOUSE_BOTS[wish.level - 1]!._id;
  if ((await context.blocks.of(userId)).has(bot)) throw errorOf('YOU_BLOCKED');
  const game = await takePlace(context, await newGame(context, userId, wish), wish.network);
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
