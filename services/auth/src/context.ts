import type { Logger, Moderator, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { NicknameModel, UserModel } from './models.ts';
import type { VerifyPassword, WorkSlots } from './passwords.ts';
import type { AttemptPolicy } from './policies/attempts.ts';
import type { Sessions } from './policies/sessions.ts';
import type { IssueToken } from './tokens.ts';

/** What the commands work with; each names the part that it needs. */
export interface AuthContext {
  users: UserModel;
  nicknames: NicknameModel;
  attempts: AttemptPolicy;
  moderator: Moderator;
  /** Searches of one user, and changes of their settings. */
  limits: Record<'searches' | 'changes', RateLimiter>;
  /** Bounds the password hashes that run and wait. */
  hashing: WorkSlots;
  verifyPassword: VerifyPassword;
  issueToken: IssueToken;
  sessions: Sessions;
  /** Those of them who are online. Rejects, or has nobody, while Redis is away. */
  whoIsOnline: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Ids of a user's friends, by the social service. */
  listFriendIds: (userId: string, requestId: string) => Promise<string[]>;
  notifier: Pick<Notifier, 'tell' | 'endSessions' | 'endSession'>;
  logger: Logger;
  /** From 0 up to 1. */
  random: () => number;
  /** Epoch ms. */
  now: () => number;
}
