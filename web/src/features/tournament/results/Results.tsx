import type { TournamentDetails } from '@doushouqi/protocol';

/** The end of a tournament. */
export function Results({ details }: { details: TournamentDetails }) {
  return <p>{details.name}</p>;
}
