import type { Quote, ReportKind, ReportRecord } from '@doushouqi/protocol';

/** Groups reports by what they are about, so that each part of the evidence is shown once. Pure. */

export interface EvidenceLine extends Quote {
  /** The first report of this line, or null. */
  report: ReportRecord | null;
}

export interface Evidence {
  key: string;
  kind: ReportKind;
  /** Of lines and games; null for others. */
  roomId: string | null;
  /** Of lines of its chat; null for others. */
  tournament: NonNullable<Quote['tournament']> | null;
  gameId: string | null;
  /** Newest first. */
  reports: readonly ReportRecord[];
  /** Reported lines with those around them, oldest first; none for names, avatars and games. */
  lines: readonly EvidenceLine[];
}

function keyOf({ kind, quote: { roomId = '', gameId, tournament } }: ReportRecord): string {
  if (kind !== 'line' && kind !== 'play') return kind;
  return `${kind} ${roomId} ${gameId ?? ''} ${tournament?.id ?? ''}`;
}

function isSameLine(one: Quote, other: Quote): boolean {
  return one.at === other.at && one.fromId === other.fromId && one.content === other.content;
}

function linesOf(reports: readonly ReportRecord[]): EvidenceLine[] {
  const lines: EvidenceLine[] = [];
  for (const quote of reports.flatMap((report) => [...report.context, report.quote])) {
    if (lines.some((line) => isSameLine(line, quote))) continue;
    lines.push({ ...quote, report: reports.find((report) => isSameLine(report.quote, quote)) ?? null });
  }
  return lines.sort((one, other) => one.at - other.at);
}

/** Returns the evidence of reports, most reported first. */
export function evidenceOf(reports: readonly ReportRecord[]): Evidence[] {
  return [...new Set(reports.map(keyOf))]
    .map((key) => {
      const own = reports.filter((report) => keyOf(report) === key);
      const { kind, quote } = own[0]!;
      return {
        key,
        kind,
        roomId: quote.roomId ?? null,
        tournament: quote.tournament ?? null,
        gameId: quote.gameId ?? null,
        reports: own,
        lines: kind === 'line' || kind === 'message' ? linesOf(own) : [],
      };
    })
    .sort((one, other) => other.reports.length - one.reports.length);
}

/** Returns the round that a number of half-moves is in, from 1. */
export function roundOf(ply: number): number {
  return Math.floor(ply / 2) + 1;
}
