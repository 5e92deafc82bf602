import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ONLINE_RULE_SET } from '@doushouqi/rules';
import { DEN_RECORD } from './games.ts';
import type { Site } from './world.ts';

/** Length of a game. Milliseconds. */
const LENGTH = 60_000;
const PLIES = 13;

/**
 * Sends rated games to the rating service as the timekeeper does: `count` games of `userId` as red, each against
 * another unknown user; every other one is lost, so that each changes the rating.
 */
export async function handOverRatedGames(site: Site, userId: string, count: number): Promise<void> {
  const token = readFileSync(join(site.keysDir, 'service-token'), 'utf8').trim();
  for (let game = 0; game < count; game++) {
    const endTime = Date.now();
    const response = await fetch(`http://127.0.0.1:${site.ports.rating}/internal/rated-games`, {
      method: 'POST',
      headers: { 'x-service-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        gameId: randomUUID(),
        roomId: `r-${game}`,
        players: [userId, randomBytes(12).toString('hex')],
        kind: 'rated',
        ruleSet: ONLINE_RULE_SET,
        record: DEN_RECORD,
        ...(game % 2 === 0
          ? { winner: 2, endReason: 'SURRENDER' }
          : { winner: 1, endReason: 'DEN_CAPTURED' }),
        timeControl: { initial: 5, increment: 3 },
        startTime: endTime - LENGTH,
        endTime,
        moveTimes: Array.from({ length: PLIES }, (_, ply) => ((ply + 1) * LENGTH) / (PLIES + 1)).map(
          Math.floor,
        ),
      }),
    });
    if (!response.ok) throw new Error(`the game was not rated: ${response.status} ${await response.text()}`);
  }
}
