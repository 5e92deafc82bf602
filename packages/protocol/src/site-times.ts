/** Limits and times of what operators set for the site (`site.ts`), for servers and browsers. Times in epoch ms. */

export const MAX_ANNOUNCEMENTS = 20;
export const MAX_ANNOUNCEMENT = 60;
export const MAX_ANNOUNCEMENT_EN = 160;
export const MAX_GROUP_NUMBER = 40;
export const MAX_MAINTENANCE_TEXT = 100;
/** Minutes of a maintenance. */
export const MAX_MAINTENANCE = 1_440;
/** Series of tournaments. */
export const MAX_SERIES = 50;
/** Time before a maintenance from which visitors see the countdown. Milliseconds. */
export const MAINTENANCE_NOTICE = 24 * 3_600_000;

/** Minutes between two samples of the users online. */
export const SAMPLE_MINUTES = 5;

interface Times {
  from: number;
  /** Null: until it is withdrawn. */
  until: number | null;
}
interface Span {
  startsAt: number;
  minutes: number;
}

/** Returns the announcement that is shown at `now`: of those that run the one that began last. Pure. */
export function announcementAt<One extends Times>(
  { announcements }: { announcements: readonly One[] },
  now: number,
): One | null {
  const running = announcements.filter(({ from, until }) => from <= now && (until === null || until > now));
  return running.reduce<One | null>(
    (last, one) => (last === null || one.from >= last.from ? one : last),
    null,
  );
}

/** Returns the end of a maintenance. Pure. */
export function maintenanceEnd({ startsAt, minutes }: Span): number {
  return startsAt + minutes * 60_000;
}

/** Returns whether no new game may begin at `now`. Pure. */
export function isReadOnly(
  {
    readOnly,
    maintenance: planned,
  }: { readOnly: boolean; maintenance: (Span & { readOnly: boolean }) | null },
  now: number,
): boolean {
  return readOnly || (planned?.readOnly === true && planned.startsAt <= now && now < maintenanceEnd(planned));
}
