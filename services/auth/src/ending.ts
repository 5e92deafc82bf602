import { ROUTES } from '@doushouqi/protocol/server';
import type { InternalClient } from '@doushouqi/service-kit';
import type { AuthContext } from './context.ts';

type Ending = Pick<
  AuthContext,
  'forgetPlayer' | 'carryGames' | 'replacePlayer' | 'forgetPerson' | 'forgetSolver' | 'carrySolver'
>;

/** Creates what other services do when an account ends. `roomOf` returns the room on a user's screen. */
export function createEnding(
  client: (called: 'social' | 'record' | 'rating' | 'room' | 'puzzle') => InternalClient,
  roomOf: (userId: string) => Promise<string | null>,
): Ending {
  const [social, record, rating] = [client('social'), client('record'), client('rating')];
  const [room, puzzle] = [client('room'), client('puzzle')];
  return {
    async forgetPlayer(userId, nickname) {
      await record.call(ROUTES.forgetPlayer, { body: { userId, nickname } });
    },
    async carryGames(userId, to) {
      await record.call(ROUTES.carryGames, { body: { userId, to } });
    },
    async replacePlayer(userId, by) {
      await room.call(ROUTES.replacePlayer, { body: { userId, by, roomId: await roomOf(userId) } });
    },
    async forgetPerson(userId) {
      await social.call(ROUTES.forgetPerson, { body: { userId } });
      await rating.call(ROUTES.leaveLadder, { body: { userId } });
    },
    async forgetSolver(userId) {
      await puzzle.call(ROUTES.forgetSolver, { body: { userId } });
    },
    async carrySolver(userId, to) {
      await puzzle.call(ROUTES.carrySolver, { body: { userId, to } });
    },
  };
}
