import type { ErrorCode } from './errors.ts';

/** What an account is; a deleted one keeps its role. */
export const ACCOUNT_ROLES = ['guest', 'player', 'bot'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/**
 * Rights that a route can need (`RouteDef.auth`). `play`: games, own or watched, and their records. `seek`: finds
 * opponents. `self`: the own profile, devices for calls, and what others sent. `social`: addresses other users.
 * `account`: what opens, names and deletes the account.
 */
export const SCOPES = ['play', 'seek', 'self', 'social', 'account'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of each role. The token of a login has all of them; a token that names scopes has only these. */
export const SCOPES_OF: Readonly<Record<AccountRole, readonly Scope[]>> = {
  guest: ['play', 'seek', 'self'],
  player: SCOPES,
  bot: ['play'],
};

/** Returns the refusal of a scope that the role, or else the token, lacks. */
export function scopeRefusal(role: AccountRole, scope: Scope): ErrorCode {
  if (SCOPES_OF[role].includes(scope)) return 'SCOPE_MISSING';
  return role === 'bot' ? 'NOT_FOR_BOTS' : 'GUEST_NOT_ALLOWED';
}

/** Returns whether a route needs a token with a scope. */
export function isScope(auth: string): auth is Scope {
  return SCOPES.some((scope) => scope === auth);
}
