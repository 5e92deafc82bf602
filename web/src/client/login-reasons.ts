import type { LoginReason } from './login-texts.ts';

/** Reasons that a guest satisfies; the others need an account. */
const FOR_GUESTS = [
  'seek',
  'room',
  'watch',
  'computer',
  'accept',
  'challenge',
  'save',
  'history',
  'themes',
  'settings',
  'tournament',
  'download',
] as const satisfies readonly LoginReason[];
type GuestReason = (typeof FOR_GUESTS)[number];

/** Returns whether a visitor may continue as a guest. Pure. */
export function isForGuests(why: LoginReason | undefined): why is GuestReason {
  return FOR_GUESTS.some((reason) => reason === why);
}
