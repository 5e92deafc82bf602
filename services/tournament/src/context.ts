import type {
  InternalClient,
  LiveFile,
  Logger,
  Moderator,
  PauseMirror,
  RateLimiter,
  Site,
} from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { Calls } from './calls.ts';
import type { TournamentModels } from './models.ts';
import type { Peers } from './peers.ts';
import type { Standings } from './presenters/standings.ts';
import type { SeriesConfig } from './series.ts';
import type { Catalog } from './store/catalog.ts';
import type { Ledger } from './store/ledger.ts';
import type { Marks } from './store/marks.ts';

/** Parts of the service; each command names those that it needs. */
export interface TournamentContext extends TournamentModels {
  ledger: Ledger;
  marks: Marks;
  catalog: Catalog;
  standings: Standings;
  peers: Peers;
  pairing: Pick<InternalClient, 'call'>;
  records: Pick<InternalClient, 'call'>;
  ratings: Pick<InternalClient, 'call'>;
  notifier: Pick<Notifier, 'notify' | 'notifyTournament'>;
  calls: Calls;
  moderator: Moderator;
  pauses: Pick<PauseMirror, 'of'>;
  site: Site;
  seriesFile: LiveFile<SeriesConfig>;
  limits: Record<'reads' | 'exports' | 'guesses' | 'passwords' | 'entries' | 'creations', RateLimiter>;
  /** Interval of the waves of an arena. Milliseconds. */
  waveMs: number;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}
