import type { UserModel } from './models/user.ts';
import type { VerifyPassword } from './passwords.ts';
import type { AttemptPolicy } from './policies/attempts.ts';
import type { IssueToken } from './tokens.ts';
import type { WorkSlots } from './work-slots.ts';

/** What the commands work with; each names the part that it needs. */
export interface AuthContext {
  users: UserModel;
  attempts: AttemptPolicy;
  /** Bounds the password hashes that run and wait. */
  hashing: WorkSlots;
  verifyPassword: VerifyPassword;
  issueToken: IssueToken;
}
