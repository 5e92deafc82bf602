import { createModerator } from '@doushouqi/service-kit';
import { type TestUser, testService } from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

/** The social service, whose time stands still. */
export async function testSocial(
  options: Pick<Parameters<typeof testService>[1] & object, 'env' | 'peers'> = {},
) {
  const social = await testService(service, { ...options, given: { moderator: createModerator(['外挂']) } });
  social.clock.now = Date.now();
  return {
    ...social,
    async befriend(one: TestUser, other: TestUser): Promise<void> {
      await one.api.requestFriend({ body: { toUserId: other.id } });
      await other.api.handleRequest({ body: { fromUserId: one.id, accept: true } });
      await social.notices.forget();
    },
  };
}
