/** What operators impose. `shadow`: the lines of the person are shown to no one else. */
export const SANCTION_KINDS = ['warn', 'mute', 'shadow', 'rename', 'avatar', 'unrated', 'close'] as const;
export type SanctionKind = (typeof SANCTION_KINDS)[number];

/** The sanctions that last for a time. Redis mirrors their ends for every service (`sanctionsOf` of the service kit). */
export const LASTING_SANCTIONS = ['mute', 'shadow', 'unrated', 'close'] as const satisfies SanctionKind[];
export type LastingSanction = (typeof LASTING_SANCTIONS)[number];

/** The end of a sanction for ever, epoch ms: the last time that `Date` can hold. */
export const FOR_EVER = 8_640_000_000_000_000;

/** Ends of the sanctions that a user has now, epoch ms. */
export type Sanctions = Partial<Record<LastingSanction, number>>;
