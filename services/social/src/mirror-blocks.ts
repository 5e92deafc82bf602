import type { BlockMirror, Logger } from '@doushouqi/service-kit';
import type { People } from './models/people.ts';

/**
 * Says every block of the store to the mirror once more, for when Redis has lost what it had. A block that is taken back
 * at that moment would come back; so each is looked at again after it was said.
 */
async function mirrorAll({ blocks }: Pick<People, 'blocks'>, mirror: BlockMirror): Promise<void> {
  for await (const { _id, by, whom } of blocks.find().lean().cursor()) {
    await mirror.add(by, [whom]);
    if ((await blocks.exists({ _id })) === null) await mirror.remove(by, whom);
  }
}

/** Begins that; a failure is logged, and the next start tries again. */
export function mirrorBlocks(people: Pick<People, 'blocks'>, mirror: BlockMirror, logger: Logger): void {
  mirrorAll(people, mirror).catch((error: unknown) =>
    logger.warn({ err: error }, 'could not mirror the blocks to Redis'),
  );
}
