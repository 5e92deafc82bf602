import { isPlaying, plyOf, type Room } from '@doushouqi/room';
import { Counter, type Registry } from 'prom-client';

export function startsGame(before: Room | null, after: Room): boolean {
  return isPlaying(after) && before?.header.gameId !== after.header.gameId;
}

/** Whether a commit ends a correspondence game, whose checks are scheduled days ahead. */
export function endsCorrespondence(before: Room | null, after: Room): boolean {
  if (!before || !isPlaying(before) || before.header.daysPerMove === null) return false;
  return !isPlaying(after) || before.header.gameId !== after.header.gameId;
}

/** Returns why the commit ended the game of `before`, or null if it did not. */
function endOfGame(before: Room | null, after: Room): string | null {
  if (!before?.header.gameId || before.endTime !== null) return null;
  if (before.header.gameId === after.header.gameId) {
    const { status, endReason } = after.header;
    if (status === 'aborted') return 'ABORTED';
    return after.endTime === null ? null : endReason;
  }
  return plyOf(before) > 0 ? 'BROKEN_OFF' : null;
}

/** Metrics of the doors of one process. */
export interface RoomMetrics {
  /** Counts a commit that lost against another one. */
  conflict(): void;
  /** Counts the games that a commit starts or ends. */
  committed(before: Room | null, after: Room): void;
}

export function createRoomMetrics(registry: Registry): RoomMetrics {
  const registers = [registry];
  const conflicts = new Counter({
    name: 'room_commit_conflicts_total',
    help: 'Commits repeated after a concurrent commit',
    registers,
  });
  const started = new Counter({
    name: 'room_games_started_total',
    help: 'Games started by this process, by kind of room',
    labelNames: ['kind'],
    registers,
  });
  const finished = new Counter({
    name: 'room_games_finished_total',
    help: 'Games ended by this process, by reason; BROKEN_OFF: reset agreed, ABORTED: no first move',
    labelNames: ['reason'],
    registers,
  });
  return {
    conflict: () => conflicts.inc(),
    committed(before, after) {
      const reason = endOfGame(before, after);
      if (reason !== null) finished.inc({ reason });
      if (startsGame(before, after)) started.inc({ kind: after.header.kind });
    },
  };
}
