import { ROUTES } from '@doushouqi/protocol/server';
import { expect, it } from 'vitest';
import { testSocial } from './fixtures.ts';

const social = await testSocial();
const { befriend, context } = social;
const [gone, friend, other, blocked] = [
  await social.user(1),
  await social.user(2),
  await social.user(3),
  await social.user(4),
];

it('401 for users', async () => {
  const body = { userId: friend.id };
  const reply = await social.call('POST', '/internal/people/forget', { userId: gone.id, body });
  expect(reply.status).toBe(401);
});

it('deletes what a user has and wrote; other friendships and messages stay', async () => {
  await befriend(gone, friend);
  await befriend(friend, other);
  await gone.api.requestFriend({ body: { toUserId: other.id } });
  await gone.api.sendMessage({ body: { toId: friend.id, content: '再见' } });
  await friend.api.sendMessage({ body: { toId: gone.id, content: '别走' } });
  await friend.api.sendMessage({ body: { toId: other.id, content: '他走了' } });
  await gone.api.blockUser({ body: { userId: blocked.id } });
  for (let n = 0; n < 2; n += 1)
    await social.internal.call(ROUTES.forgetPerson, { body: { userId: gone.id } });
  expect(await gone.api.listFriends()).toEqual([]);
  expect(await gone.api.listBlocked()).toEqual([]);
  expect(await context.blockMirror.of(gone.id)).toEqual(new Set());
  expect(await other.api.listRequests()).toEqual([]);
  expect((await friend.api.listFriends()).map(({ _id }) => _id)).toEqual([other.id]);
  const talk = await friend.api.listMessages({ params: { userId: gone.id } });
  expect(talk.map(({ content }) => content)).toEqual(['别走']);
  expect(await other.api.listMessages({ params: { userId: friend.id } })).toHaveLength(1);
});
