import { closeRedis, connectRedis, createPauseMirror } from '@doushouqi/service-kit';
import type { Attack } from '../attack.ts';
import { attend } from '../attendant.ts';
import { outcome } from '../outcome.ts';
import { RATED_POOL } from '../rated-games.ts';

const PAUSE_MS = 120_000;

export const pauseEscape: Attack = {
  name: 'pause-escape',
  what: 'A rated challenge is accepted after its owner’s pause began; the owner creates another one.',
  aim: 'Both are refused.',
  async run(target) {
    const [owner, guest] = await Promise.all([attend(target, '躲罚的人'), attend(target, '应战的人')]);
    const { challenge } = await owner.api.createChallenge({ body: { ...RATED_POOL, unlisted: true } });
    const redis = connectRedis(target.platform.redisUrl, { role: 'queue' });
    const now = Date.now();
    await createPauseMirror(redis).set(owner.userId, now + PAUSE_MS, now);
    await closeRedis(redis);
    const accepted = await outcome(guest.api.acceptChallenge({ params: { id: challenge.id } }));
    const another = await outcome(owner.api.createChallenge({ body: RATED_POOL }));
    for (const { socket } of [owner, guest]) socket.close();
    const nameOf = (came: unknown) => (typeof came === 'string' ? came : 'taken');
    const figures = { 'old challenge': nameOf(accepted), 'new challenge': nameOf(another) };
    return { figures, holds: typeof accepted === 'string' && typeof another === 'string' };
  },
};
