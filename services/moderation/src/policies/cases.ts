import type { ReportCase, ReportKind, Violation } from '@doushouqi/protocol';
import type { StoredKind, StoredReport } from '../models.ts';

/** How much a violation hurts others. */
const SEVERITY: Readonly<Record<Violation, number>> = {
  harassment: 3,
  abuse: 2,
  engine: 2,
  arranged: 2,
  advert: 1.5,
  name: 1.5,
  stalling: 1,
  other: 1,
};

const KINDS: Readonly<Record<StoredKind, ReportKind>> = {
  lobbyLine: 'line',
  roomLine: 'line',
  message: 'message',
  nickname: 'nickname',
  avatar: 'avatar',
  play: 'play',
};

const HOUR_MS = 3_600_000;
/** A case gains a point for each hour of waiting, at most these. */
const MOST_AGE_POINTS = 48;
const POINTS_PER_REPORTER = 10;
/** Closed reports of a reporter that weigh as much as one that led to a sanction. */
const PRIOR = 2;

/** The fields of a report that a case is made of. */
export type CaseReport = Pick<StoredReport, 'kind' | 'violation' | 'note' | 'reporterId' | 'line' | 'at'>;

/** Returns the kind of a stored report. */
export function kindOf({ kind = 'lobbyLine' }: Pick<StoredReport, 'kind'>): ReportKind {
  return KINDS[kind];
}

/** Returns the violation of a stored report; those of 1.0 name none. */
export function violationOf({ violation = 'other' }: Pick<StoredReport, 'violation'>): Violation {
  return violation;
}

/**
 * Returns how much the reports of a user count: 1 without dismissed ones, 0.5 after two dismissed ones alone, and less with
 * each further one; each that led to a sanction raises it. Pure.
 */
export function weightOf({ acted, dismissed }: { acted: number; dismissed: number }): number {
  return (PRIOR + acted) / (PRIOR + acted + dismissed);
}

/** Sums the weight times the severity of the worst report of each reporter, by violation. */
function weighViolations(
  reports: readonly CaseReport[],
  weights: ReadonlyMap<string, number>,
): { total: number; worst: Violation } {
  const points = new Map<Violation, number>();
  let total = 0;
  for (const own of Map.groupBy(reports, ({ reporterId }) => reporterId).values()) {
    const weight = weights.get(own[0]!.reporterId) ?? 1;
    const violations = [...new Set(own.map(violationOf))];
    total += weight * Math.max(...violations.map((one) => SEVERITY[one]));
    for (const one of violations) points.set(one, (points.get(one) ?? 0) + weight * SEVERITY[one]);
  }
  const [[worst] = ['other' as const]] = [...points].sort(([, a], [, b]) => b - a);
  return { total, worst };
}

/** Returns what the queue shows of a report in one line. */
function excerptOf({ line, note, ...report }: CaseReport): string {
  const kind = kindOf(report);
  return kind === 'avatar' || kind === 'play' ? (note ?? '') : line.content;
}

type Case = Omit<ReportCase, 'person' | 'claimedBy' | 'isMine'> & { userId: string };

/**
 * Returns the case of one person's reports, newest first. `score`: ten points for each reporter, times weight and severity of the
 * worst report, and one for each hour that the oldest report waits. It only sorts the queue. `now` in epoch ms. Pure.
 */
export function caseOf(
  reports: readonly CaseReport[],
  weights: ReadonlyMap<string, number>,
  now: number,
): Case {
  const { total, worst } = weighViolations(reports, weights);
  const times = reports.map(({ at }) => at.getTime());
  const waited = Math.max(0, now - Math.min(...times)) / HOUR_MS;
  const newest = reports[0]!;
  return {
    userId: newest.line.userId,
    kinds: [...new Set(reports.map(kindOf))],
    violation: worst,
    excerpt: excerptOf(newest),
    reports: reports.length,
    reporters: new Set(reports.map(({ reporterId }) => reporterId)).size,
    at: Math.max(...times),
    score: Math.round(POINTS_PER_REPORTER * total + Math.min(MOST_AGE_POINTS, waited)),
  };
}

/** Returns the middle one of waiting times, ms; null without any. Pure. */
export function medianOf(waits: readonly number[]): number | null {
  const sorted = waits.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
