import { MAX_BLOCKS } from '@doushouqi/protocol';
import { createBlockMirror } from '@doushouqi/service-kit';
import { idOf, outcome } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openModels } from '../src/models.ts';
import { mirrorBlocks } from '../src/notifier.ts';
import { type Person, type Social, startSocial } from './harness.ts';

let social: Social;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  social = await startSocial();
  [ann, bob] = [await social.join(1), await social.join(2)];
});
afterAll(() => social.stop());
beforeEach(() => social.reset());

function block(who: Person, whom: Person) {
  return who.api.blockUser({ body: { userId: whom.id } });
}
function blockedFor(who: Person): Promise<ReadonlySet<string>> {
  return createBlockMirror(social.redis).of(who.id);
}

it('rooms know of a block, of both that are one, and of one taken back', async () => {
  await block(ann, bob);
  await block(ann, bob);
  expect([await blockedFor(ann), await blockedFor(bob)]).toEqual([new Set([bob.id]), new Set()]);
  await ann.api.unblockUser({ body: { userId: bob.id } });
  expect(await blockedFor(ann)).toEqual(new Set());
});

it('rooms know them again after Redis was away and has lost what it had', async () => {
  await block(ann, bob);
  await social.redis.flushall();
  social.redis.disconnect(true);
  await expect.poll(() => blockedFor(ann)).toEqual(new Set([bob.id]));
});

it('nodes are told of those alone that Redis did not know', async () => {
  await block(ann, bob);
  const told: string[] = [];
  const source = {
    ...(await openModels(social.connection)),
    notifyBlocksChanged: (id: string) => void told.push(id),
  };
  const mirror = createBlockMirror(social.redis);
  await mirrorBlocks(source, mirror);
  expect(told).toEqual([]);
  await mirror.remove(ann.id, bob.id);
  await mirrorBlocks(source, mirror);
  expect(told).toEqual([ann.id]);
});

it('there are so many at most', async () => {
  const { blocks } = await openModels(social.connection);
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
