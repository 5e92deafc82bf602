import type { BlockMirror } from '@doushouqi/service-kit';
import type { People } from './models/people.ts';
import type { Tellers } from './tellers.ts';

/**
 * Says every block of the store to the mirror once more, for when Redis has lost what it had, and tells the nodes of
 * those that were not there. A block that is taken back at that moment would come back; so each is looked at again after
 * it was said.
 */
export async function mirrorBlocks(
  { blocks, tellBlocks }: Pick<People, 'blocks'> & Pick<Tellers, 'tellBlocks'>,
  mirror: Pick<BlockMirror, 'add' | 'remove'>,
): Promise<void> {
  for await (const { _id, by, whom } of blocks.find().lean().cursor()) {
    const isNew = await mirror.add(by, whom);
    if ((await blocks.exists({ _id })) === null) await mirror.remove(by, whom);
    if (isNew) tellBlocks(by);
  }
}
