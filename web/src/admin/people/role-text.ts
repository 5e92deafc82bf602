import { t } from './texts.ts';

const ROLES = ['guest', 'player', 'bot', 'moderator', 'operator'] as const;

/** The role of an account in words; one that only a newer server knows is its own word. */
export function roleText(role: string): string {
  const known = ROLES.find((one) => one === role);
  return known ? t(`role.${known}`) : role;
}
