import type { Tournament } from '@doushouqi/protocol';

/** Running and coming ones by their start, then those that are over, the last one first. `now` in epoch ms. */
export function inOrder(tournaments: readonly Tournament[], now: number): Tournament[] {
  const over = ({ endTime }: Tournament): boolean => endTime <= now;
  return [
    ...tournaments.filter((one) => !over(one)).sort((a, b) => a.startTime - b.startTime),
    ...tournaments.filter(over).sort((a, b) => b.endTime - a.endTime),
  ];
}
