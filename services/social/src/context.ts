import type { Online } from '@doushouqi/presence';
import type { FoundUser } from '@doushouqi/protocol';
import type { BlockMirror, Kept, Moderator, RateLimiter } from '@doushouqi/service-kit';
import type { Invitations } from './invitations.ts';
import type { People, Talks } from './models.ts';
import type { SocialNotifier } from './notifier.ts';

/** Names and faces by user id, by auth; unknown users are missing. Any number of ids. */
export type FetchProfiles = (ids: readonly string[], requestId: string) => Promise<Map<string, FoundUser>>;

/** What the commands work with; each names the part that it needs. */
export interface SocialContext extends People, Talks, SocialNotifier {
  online: Online;
  /** How many are online, by an answer that is some seconds old at most. */
  onlineCount: Kept<number>;
  invitations: Invitations;
  /** What rooms know of the blocks. */
  blockMirror: BlockMirror;
  fetchProfiles: FetchProfiles;
  moderator: Moderator;
  limits: Record<'requests' | 'messages' | 'invites' | 'changes' | 'reads', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
