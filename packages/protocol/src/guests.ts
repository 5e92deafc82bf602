/** Guests: accounts without a password. Pure, for servers and browsers. */

/** A guest without activity for this time expires with their data. Milliseconds. */
export const GUEST_LIFE = 30 * 86_400_000;
/** Shown instead of the nickname of an expired guest in the games of others. */
export const EXPIRED_GUEST = '游客';

/** Animals of generated nicknames, with their avatars. */
const ANIMALS = [
  ['鼠', 'rat.png'],
  ['猫', 'cat.png'],
  ['狗', 'dog.png'],
  ['狼', 'wolf.png'],
  ['豹', 'leopard.png'],
  ['虎', 'tiger.png'],
  ['狮', 'lion.png'],
  ['象', 'elephant.png'],
] as const;

/** The letters of generated nicknames that vary. */
export const GUEST_ANIMALS: readonly string[] = ANIMALS.map(([animal]) => animal);

/** Name and avatar of a new guest. */
export interface GuestName {
  nickname: string;
  avatar: (typeof ANIMALS)[number][1];
}

/** Returns a random nickname as `小豹 2718` with its avatar. `random` in [0, 1). `digits`: 4 to 8. Pure. */
export function guestName(random: () => number, digits = 4): GuestName {
  const [animal, avatar] = ANIMALS[Math.floor(random() * ANIMALS.length)]!;
  const first = 10 ** (digits - 1);
  return { nickname: `小${animal} ${first + Math.floor(random() * 9 * first)}`, avatar };
}

/**
 * Work that a new guest must prove: a `nonce` for which SHA-256 of `salt.nonce` begins with `difficulty` zero bits.
 * `expires` in epoch ms; `signature` by the auth service for the caller's address.
 */
export interface ProofChallenge {
  salt: string;
  difficulty: number;
  expires: number;
  signature: string;
}

/** Returns the text whose hash proves the work. */
export function provenText({ salt }: Pick<ProofChallenge, 'salt'>, nonce: number): string {
  return `${salt}.${nonce}`;
}

/** Returns whether a SHA-256 hash begins with `bits` zero bits, at most 32. Pure. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const head = ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;
  return Math.clz32(head) >= bits;
}
