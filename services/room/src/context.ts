import type {
  LiveRooms,
  PairedGames,
  Places,
  RoomCommands,
  RoomStore,
  WaitingJobs,
} from '@doushouqi/room-core';
import type { BlockMirror, Moderator, RateLimiter, Site } from '@doushouqi/service-kit';
import type { Profiles } from './profiles.ts';
import type { MoveHistories } from './room-details.ts';
import type { SpectatorBatches } from './spectator-batches.ts';

/** A private message between players. `isShadowed`: its author is shadow-muted. */
export interface PrivateText {
  fromId: string;
  toId: string;
  content: string;
  isShadowed: boolean;
}

/** Parts of the service; each command names those that it needs. */
export interface RoomContext {
  store: Pick<RoomStore, 'load' | 'noteArranged' | 'noteName' | 'nameOf'>;
  live: Pick<LiveRooms, 'count'>;
  jobs: { countWaiting(): Promise<WaitingJobs> };
  /** What operators set for the site. */
  site: Site;
  commands: RoomCommands;
  places: Pick<Places, 'noteOrigin' | 'take' | 'note' | 'roomsOf'>;
  pairedGames: Pick<PairedGames, 'gameOf' | 'handOver'>;
  blocks: Pick<BlockMirror, 'of'>;
  histories: MoveHistories;
  spectators: SpectatorBatches;
  profileOf: Profiles;
  /** Called if the names of players could not be stored. */
  onUnnamed: (error: unknown, roomId: string) => void;
  /** Sends a private message through social. Rejects with its refusal, or UNAVAILABLE. */
  deliver: (text: PrivateText, requestId: string) => Promise<void>;
  moderator: Moderator;
  /** Per user; `reads` and `boards` per address. */
  limits: Record<'joins' | 'messages' | 'roomRequests' | 'lists' | 'reads' | 'boards', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
