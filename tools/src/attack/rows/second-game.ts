import type { Attack } from '../attack.ts';
import { attend } from '../attendant.ts';
import { outcome } from '../outcome.ts';
import { giveUpAfter, RATED_POOL, startByLink } from '../rated-games.ts';

function isRefused(came: unknown): came is string {
  return typeof came === 'string';
}

export const secondGame: Attack = {
  name: 'second-game',
  what: 'A user in a rated rematch joins the queue and has an older challenge accepted; in a newer game, agrees to a rematch in the old room.',
  aim: 'Each is refused: a user plays one rated game at a time.',
  async run(target) {
    const [owner, friend, third] = await Promise.all([
      attend(target, '一身二用'),
      attend(target, '老对手'),
      attend(target, '第三人'),
    ]);
    const first = await startByLink(owner, friend);
    await giveUpAfter(2, first, { loser: friend, winner: owner });
    const { roomId } = first;
    const { challenge } = await owner.api.createChallenge({ body: RATED_POOL });
    const asked = await friend.socket.emitWithAck('requestReset', { roomId });
    const agreed = await owner.socket.emitWithAck('acceptReset', { roomId });
    const accepted = await outcome(third.api.acceptChallenge({ params: { id: challenge.id } }));
    const joined = await outcome(owner.api.joinPairing({ body: RATED_POOL }));

    const [other, former, fourth] = await Promise.all([
      attend(target, '一身三用'),
      attend(target, '旧房的人'),
      attend(target, '第四人'),
    ]);
    const old = await startByLink(other, former);
    await giveUpAfter(2, old, { loser: former, winner: other });
    await startByLink(other, fourth);
    const again = await former.socket.emitWithAck('requestReset', { roomId: old.roomId });
    const rematch = again.ok ? await other.socket.emitWithAck('acceptReset', { roomId: old.roomId }) : again;
    for (const { socket } of [owner, friend, third, other, former, fourth]) socket.close();
    const figures = {
      'first rematch': asked.ok && agreed.ok ? 'began' : String(agreed.code),
      'old challenge': isRefused(accepted) ? accepted : 'a second game',
      queue: isRefused(joined) ? joined : 'taken',
      'rematch in the old room': rematch.ok ? 'a second game' : String(rematch.code),
    };
    const holds = asked.ok && agreed.ok && isRefused(accepted) && isRefused(joined) && !rematch.ok;
    return { figures, holds };
  },
};
