import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { createRoomStore } from '@doushouqi/room-core';
import { type Composed, findComposed, gameScripts } from '@doushouqi/scripts';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { Game, type Life, newLife, type Venue } from '../bench-deploy/game.ts';

const THINK_MS = 400;
/** About seven minutes. */
const GAME_PLIES = 900;

/** Acknowledged moves that the stored games lack, and stored moves that were never made. */
export interface Comparison {
  lost: number;
  doubled: number;
}

function venueOf(composed: Composed): Venue {
  const privateKey = composed.secret('auth', 'jwt-private.pem');
  const tokenOf = (userId: string) => signTestToken(userId, privateKey);
  return {
    url: composed.url,
    tokenOf,
    apiOf(userId) {
      const token = tokenOf(userId);
      return createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${composed.url}/api`, token: () => token });
    },
  };
}

async function compareAll(games: readonly Game[]): Promise<Comparison> {
  // Its address may have changed.
  const redis = connectRedis(findComposed().redisUrl, { role: 'command' });
  const store = createRoomStore(redis);
  const found = await Promise.all(
    games.map(async (game) => {
      const room = await store.load(game.roomId);
      if (!room) throw new Error(`room ${game.roomId} does not exist any more`);
      return game.compare(room.game);
    }),
  );
  await closeRedis(redis);
  const sum = (key: keyof Comparison) => found.reduce((total, one) => total + one[key], 0);
  return { lost: sum('lost'), doubled: sum('doubled') };
}

/** Returns the longest delay of a move, ms. */
export function longestStall({ stalls }: Life): number {
  return Math.round(Math.max(0, ...stalls));
}

/**
 * Plays `tables` games on the composed product while `work` runs, which lasts at most six minutes. `begin` returns an
 * object that collects all observations until its next call.
 */
export async function playWhile(
  composed: Composed,
  tables: number,
  work: (begin: () => Life) => Promise<void>,
): Promise<Comparison> {
  let life = newLife();
  const begin = () => {
    life = newLife();
    return life;
  };
  const venue = venueOf(composed);
  const scripts = gameScripts(tables, GAME_PLIES);
  const games = await Promise.all(scripts.map((script) => Game.sitDown(venue, script)));
  const playing = Promise.all(games.map((game) => game.play(() => life, THINK_MS)));
  await Promise.race([
    work(begin),
    playing.then(() => Promise.reject(new Error('the games ended before the work'))),
  ]);
  for (const game of games) game.stop();
  await playing;
  const result = await compareAll(games);
  for (const game of games) game.close();
  return result;
}
