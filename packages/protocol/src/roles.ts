import type { ErrorCode } from './errors.ts';

/** The offices of the console. Outside of it such an account is a player: only a session of the console has these roles. */
export const STAFF_ROLES = ['moderator', 'operator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What an account is; a deleted one keeps its role. */
export const ACCOUNT_ROLES = ['guest', 'player', 'bot', ...STAFF_ROLES] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/**
 * Rights that a route can need (`RouteDef.auth`). `play`: games, own or watched, and their records. `seek`: finds
 * opponents. `self`: the own profile, devices for calls, and what others sent. `social`: addresses other users.
 * `account`: what opens, names and deletes the account. `moderate`, `operate`: the console (`/admin`).
 */
export const SCOPES = ['play', 'seek', 'self', 'social', 'account', 'moderate', 'operate'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of each role. The token of a login has all of them; a token that names scopes has only these. */
export const SCOPES_OF: Readonly<Record<AccountRole, readonly Scope[]>> = {
  guest: ['play', 'seek', 'self'],
  player: ['play', 'seek', 'self', 'social', 'account'],
  bot: ['play'],
  moderator: ['moderate'],
  operator: ['moderate', 'operate'],
};

/** Returns the refusal of a scope that the role, or else the token, lacks. */
export function scopeRefusal(role: AccountRole, scope: Scope): ErrorCode {
  if (scope === 'moderate') return 'STAFF_ONLY';
  if (scope === 'operate') return 'OPERATORS_ONLY';
  if (SCOPES_OF[role].includes(scope)) return 'SCOPE_MISSING';
  if (role === 'guest') return 'GUEST_NOT_ALLOWED';
  return role === 'bot' ? 'NOT_FOR_BOTS' : 'SCOPE_MISSING';
}

/** Returns whether a route needs a token with a scope. */
export function isScope(auth: string): auth is Scope {
  return SCOPES.some((scope) => scope === auth);
}
