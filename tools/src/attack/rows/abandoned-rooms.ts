import { randomBytes } from 'node:crypto';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { post } from '../../measure/requests.ts';
import type { Attack } from '../attack.ts';

const TRIES = 30;
const MOST_ROOMS = 5;
const MOST_MINUTES = 15;

export const abandonedRooms: Attack = {
  name: 'abandoned-rooms',
  what: `One user creates ${TRIES} rooms and joins none of them.`,
  aim: `At most ${MOST_ROOMS} rooms, which expire after ${MOST_MINUTES} minutes.`,
  async run({ platform, tokenOf }) {
    const token = tokenOf(randomBytes(12).toString('hex'));
    const open = async (): Promise<string | null> => {
      const roomId = randomBytes(8).toString('hex');
      const response = await post(platform.url, { token }, '/games/rooms', { roomId });
      await response.body?.cancel();
      return response.ok ? roomId : null;
    };
    const opened = (await Promise.all(Array.from({ length: TRIES }, open))).filter((id) => id !== null);
    const redis = connectRedis(platform.redisUrl, { role: 'queue' });
    const keys = (await Promise.all(opened.map((roomId) => redis.keys(`{room:${roomId}}:*`)))).flat();
    const lives = await Promise.all(keys.map((key) => redis.pttl(key)));
    await closeRedis(redis);
    const minutes = Math.ceil(Math.max(0, ...lives) / 60_000);
    const figures = { 'rooms opened': String(opened.length), 'they live for': `${minutes} min` };
    return { figures, holds: opened.length <= MOST_ROOMS && minutes <= MOST_MINUTES };
  },
};
