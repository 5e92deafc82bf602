import { ARCHIVE_QUEUE, type ArchiveJob } from '@doushouqi/protocol';
import type { Worker } from 'bullmq';
import { type ArchiveOptions, archiveGames } from './archive-games.ts';
import type { TimekeeperMetrics } from './metrics.ts';
import { createWorker, type OwnWorkerOptions } from './worker.ts';

export interface ArchiveWork extends Omit<ArchiveOptions, 'onRefused' | 'onUntold'> {
  metrics: Pick<TimekeeperMetrics, 'refusedGames'>;
}

/** Hands finished games to those who keep and rate them. */
export function createArchiveWorker(
  { metrics, ...work }: ArchiveWork,
  options: OwnWorkerOptions,
): Worker<ArchiveJob, void, 'archive'> {
  const onRefused: ArchiveOptions['onRefused'] = ({ gameId, roomId }, { code }) => {
    metrics.refusedGames.inc();
    options.logger.error({ gameId, roomId, code }, 'a finished game is refused');
  };
  const onUntold: ArchiveOptions['onUntold'] = ({ gameId, roomId }, error) =>
    options.logger.warn({ gameId, roomId, err: error }, 'pairing was not told of the end of a game');
  return createWorker<ArchiveJob, 'archive'>(
    ARCHIVE_QUEUE,
    ({ data: { roomId } }) => archiveGames({ ...work, onRefused, onUntold }, roomId),
    options,
  );
}
