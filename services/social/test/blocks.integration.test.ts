import { MAX_BLOCKS } from '@doushouqi/protocol';
import { createBlockMirror } from '@doushouqi/service-kit';
import { idOf, outcome, type TestUser } from '@doushouqi/service-kit/testing';
import { beforeEach, expect, it } from 'vitest';
import { mirrorBlocks } from '../src/notifier.ts';
import { testSocial } from './fixtures.ts';

const social = await testSocial();
const [ann, bob] = [await social.user(1), await social.user(2)];
beforeEach(() => social.clear());

function block(who: TestUser, target: TestUser) {
  return who.api.blockUser({ body: { userId: target.id } });
}
function blockedFor(who: TestUser): Promise<ReadonlySet<string>> {
  return createBlockMirror(social.context.redis).of(who.id);
}

it('rooms learn of a block, of two blocks of a pair, and of a removed one', async () => {
  await block(ann, bob);
  await block(ann, bob);
  expect([await blockedFor(ann), await blockedFor(bob)]).toEqual([new Set([bob.id]), new Set()]);
  await ann.api.unblockUser({ body: { userId: bob.id } });
  expect(await blockedFor(ann)).toEqual(new Set());
});

it('rooms learn of them again after Redis has lost its data', async () => {
  await block(ann, bob);
  await social.context.redis.flushall();
  social.context.redis.disconnect(true);
  await expect.poll(() => blockedFor(ann)).toEqual(new Set([bob.id]));
});

it('notifies nodes only of blocks that Redis lacked', async () => {
  await block(ann, bob);
  const notified: string[] = [];
  const source = {
    ...social.context,
    notifyBlocksChanged: (id: string) => void notified.push(id),
  };
  const mirror = createBlockMirror(social.context.redis);
  await mirrorBlocks(source, mirror);
  expect(notified).toEqual([]);
  await mirror.remove(ann.id, bob.id);
  await mirrorBlocks(source, mirror);
  expect(notified).toEqual([ann.id]);
});

it('their number is limited', async () => {
  const { blocks } = social.context;
  await blocks.insertMany(
    Array.from({ length: MAX_BLOCKS }, (_, n) => ({
      _id: `${ann.id}:${n}`,
      by: ann.id,
      whom: idOf(1_000 + n),
      at: n,
    })),
  );
  expect(await outcome(block(ann, bob))).toBe('BLOCKS_FULL');
  await blocks.deleteOne({ _id: `${ann.id}:0` });
  expect([await outcome(block(ann, bob)), await outcome(block(ann, bob))]).toEqual(['done', 'done']);
  expect(await outcome(block(bob, ann))).toBe('done');
});
