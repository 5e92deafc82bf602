import type { PublicUser } from '@doushouqi/protocol';
import type {
  AccessRules,
  InnerNetworks,
  LiveFile,
  Logger,
  Moderator,
  OriginSanctions,
  RateLimiter,
  RedisClient,
  TokenVerifier,
} from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { DeviceHash } from './device-key.ts';
import type { Mailer } from './mailer.ts';
import type { AuthModels } from './models.ts';
import type { Moderation } from './moderation.ts';
import type { VerifyPassword, WorkSlots } from './passwords.ts';
import type { PlaceOf } from './places.ts';
import type { AttemptPolicy } from './policies/attempts.ts';
import type { Sessions } from './policies/sessions.ts';
import type { IssueToken, SigningKey } from './tokens.ts';

/** Parts of the service; each command names those that it needs. */
export interface AuthContext extends AuthModels {
  /** The site to which passkeys are bound; null: there are none. */
  site: { origin: string; host: string } | null;
  /** Null if the operator sends no e-mails. */
  mailer: Mailer | null;
  attempts: AttemptPolicy;
  redis: RedisClient;
  moderation: Moderation;
  moderator: Moderator;
  /** What the operator allows strangers to do. */
  access: LiveFile<AccessRules>;
  /** The same by the file alone. */
  accessFile: LiveFile<AccessRules>;
  /** Searches of one user, and changes of their settings. */
  limits: Record<'searches' | 'changes', RateLimiter>;
  /** Limits running and waiting password hashes. */
  hashing: WorkSlots;
  verifyPassword: VerifyPassword;
  issueToken: IssueToken;
  sessions: Sessions;
  verifier: TokenVerifier;
  /** Returns the online users among them. Rejects, or returns none, while Redis is unavailable. */
  whoIsOnline: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns the ids of a user's friends, from the social service. */
  listFriendIds: (userId: string, requestId: string) => Promise<string[]>;
  /** Deletes a user's history and shows `nickname` in the archived games of others. */
  forgetPlayer: (userId: string, nickname: string) => Promise<void>;
  /** Moves the history and the games of a user to another one. */
  carryGames: (userId: string, to: PublicUser) => Promise<void>;
  /** Gives the seats of a user in waiting and running rooms to another one. */
  replacePlayer: (userId: string, by: string) => Promise<void>;
  /** Deletes a user's friends and sent messages, and the places on the ladders. */
  forgetPerson: (userId: string) => Promise<void>;
  /** Deletes what a user has of puzzles, lessons and endgames. */
  forgetSolver: (userId: string) => Promise<void>;
  /** Adds lessons and stars of a user to those of another one, and deletes the rest. */
  carrySolver: (userId: string, to: string) => Promise<void>;
  signingKey: LiveFile<SigningKey>;
  deviceHash: DeviceHash;
  /** Sanctions of address ranges and devices. */
  origins: OriginSanctions;
  /** Address ranges of the site itself. */
  inner: InnerNetworks;
  places: LiveFile<PlaceOf>;
  notifier: Pick<Notifier, 'notify' | 'endSessions' | 'endSession'>;
  logger: Logger;
  /** In [0, 1). */
  random: () => number;
  /** Epoch ms. */
  now: () => number;
}
