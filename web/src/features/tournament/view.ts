import type { TournamentDetails } from '@doushouqi/protocol';
import type { Entry } from './use-entry.ts';

/** What the page of a tournament gives its view, which renders header and content. */
export interface TournamentViewProps {
  details: TournamentDetails;
  entry: Entry;
  /** The details could not be refreshed. */
  isStale: boolean;
}
