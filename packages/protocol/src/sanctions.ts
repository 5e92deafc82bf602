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

/** What is wrong, as the reporter sees it and the operator judges it. */
export const VIOLATIONS = [
  'abuse',
  'advert',
  'harassment',
  'name',
  'engine',
  'stalling',
  'arranged',
  'other',
] as const;
export type Violation = (typeof VIOLATIONS)[number];

/** `line`: of the lobby or a room. `play`: how a person plays. */
export const REPORT_KINDS = ['line', 'message', 'nickname', 'avatar', 'play'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/**
 * Flags of rated games. `engine`: agreement with the engine. `pace`: even times. `focus`: better moves in games in which the window lost
 * the focus. `arranged`, `thrown`: games with an agreed result, or lost on purpose. `transfer`: wins over throwaway accounts.
 */
export const PLAY_FLAGS = ['engine', 'pace', 'focus', 'arranged', 'thrown', 'transfer'] as const;
export type PlayFlagKind = (typeof PLAY_FLAGS)[number];

export const MAX_REPORT_NOTE = 200;
export const MAX_REASON = 300;
export const MAX_LETTER = 500;
export const MAX_APPEAL = 300;
/** Days in which a person may appeal. */
export const APPEAL_DAYS = 7;
/** Sanctions of this many days, and closures, need a second operator. */
export const SECOND_OPERATOR_DAYS = 30;

/** Returns whether a sanction lasts for a time. */
export function isLasting(kind: SanctionKind): kind is LastingSanction {
  return (LASTING_SANCTIONS as readonly SanctionKind[]).includes(kind);
}

/** Returns whether a sanction may return the points that opponents lost to the person. Pure. */
export function mayReturnPoints(kind: SanctionKind, violation: Violation): boolean {
  return violation === 'engine' && (kind === 'close' || kind === 'unrated');
}

/** Returns whether another operator has to approve a sanction. Pure. @param hours null for ever */
export function needsSecondOperator(
  kind: SanctionKind,
  hours: number | null,
  returnsPoints = false,
): boolean {
  if (kind === 'close' || returnsPoints) return true;
  return isLasting(kind) && (hours === null || hours >= SECOND_OPERATOR_DAYS * 24);
}

/** The sanctions that an address range or a device can have. They refuse calls, so nothing is shadowed by them. */
export const ORIGIN_SANCTIONS = ['mute', 'unrated', 'close'] as const satisfies LastingSanction[];
export type OriginSanctionKind = (typeof ORIGIN_SANCTIONS)[number];

/** Longest sanction of an address range or a device: addresses and devices change hands. */
export const MAX_ORIGIN_DAYS = 90;
/** Longest text for the persons concerned; every process holds it. */
export const MAX_ORIGIN_TEXT = 120;
/** Days for which it is stored which accounts an address range or a device has had. */
export const ORIGIN_DAYS = 30;
/** Days whose accounts are counted before an address range or a device is sanctioned. */
export const ORIGIN_USE_DAYS = 7;

/** Returns whether an address range or a device can have a sanction of this kind. */
export function isOriginSanction(kind: SanctionKind): kind is OriginSanctionKind {
  return (ORIGIN_SANCTIONS as readonly SanctionKind[]).includes(kind);
}
