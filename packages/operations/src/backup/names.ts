import { BackupError } from './backup-error.ts';
import { expiredTimes, type RetentionPolicy } from './retention.ts';

/** Suffix of a backup that is much smaller than the one before it: no restore takes it unless it is named. */
const ASIDE = '-aside';
const FORM = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-aside)?$/;

/** Returns the name of a backup: its time, UTC. Pure. */
export function nameOf(takenAt: number, isAside = false): string {
  const time = new Date(takenAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${time}${isAside ? ASIDE : ''}`;
}

/** Returns the time in a name, epoch ms; NaN for another name. Pure. */
export function timeOf(name: string): number {
  return FORM.test(name) ? Date.parse(name.replace(FORM, '$1-$2-$3T$4:$5:$6Z')) : Number.NaN;
}

function isAside(name: string): boolean {
  return name.endsWith(ASIDE);
}

/** Returns the newest backup that is not set aside, or undefined. Pure. */
export function newestOf(complete: readonly string[]): string | undefined {
  return complete
    .filter((name) => !Number.isNaN(timeOf(name)) && !isAside(name))
    .sort()
    .at(-1);
}

/**
 * Returns the name of a backup at this time. Throws a BackupError unless it is the newest: with a clock that went back,
 * a restore would take an older one, and retention delete the new one. Pure.
 */
export function nextName(complete: readonly string[], now: number): string {
  const name = nameOf(now);
  const newest = Math.max(...complete.map(timeOf).filter((time) => !Number.isNaN(time)));
  if (newest >= timeOf(name))
    throw new BackupError(
      `${nameOf(newest)} is there already, and it is ${name} now: check the clock, or delete the backups of the future`,
    );
  return name;
}

/** Returns the names that a policy deletes. Backups that are set aside count on their own. Pure. */
export function expiredNames(complete: readonly string[], policy: RetentionPolicy): string[] {
  const known = complete.filter((name) => !Number.isNaN(timeOf(name)));
  return [false, true].flatMap((aside) => {
    const times = known.filter((name) => isAside(name) === aside).map(timeOf);
    return expiredTimes(times, policy).map((time) => nameOf(time, aside));
  });
}
