import type { SiteState } from '@doushouqi/protocol';
import type { Change } from './use-change.ts';

/** What the panels of the site share. */
export interface PanelProps {
  site: SiteState;
  /** Epoch ms. */
  now: number;
  change: Change;
}
