import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { type Composed, findComposed, gameScripts } from '@doushouqi/scripts';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { type Comparison, compareAll } from '../bench-deploy/compare.ts';
import { Game, type Life, newLife, type Venue } from '../bench-deploy/game.ts';

const THINK_MS = 400;
/** About seven minutes. */
const GAME_PLIES = 900;

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
  // The address of Redis may have changed.
  const result = await compareAll(findComposed().redisUrl, games);
  for (const game of games) game.close();
  return result;
}
