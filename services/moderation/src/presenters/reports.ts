import type { OwnReport, PublicUser, Quote, ReportRecord } from '@doushouqi/protocol';
import type { StoredReport } from '../models.ts';
import { kindOf, violationOf } from '../policies/cases.ts';

/** Returns the reported text with its place. */
export function quoteOf({
  line,
  place,
  tournament,
}: Pick<StoredReport, 'line' | 'place' | 'tournament'>): Quote {
  const { userId: fromId, nickname, content, at } = line;
  const { roomId, gameId, ply } = place ?? {};
  return {
    fromId,
    nickname,
    content,
    at: at.getTime(),
    ...(roomId != null && { roomId }),
    ...(gameId != null && { gameId }),
    ...(ply !== undefined && { ply }),
    ...(tournament !== undefined && { tournament }),
  };
}

/** Presents a report for operators. */
export function presentReport(stored: StoredReport, reporter: PublicUser, weight: number): ReportRecord {
  const { _id, note = '', context = [], fen = null, at, outcome } = stored;
  return {
    id: _id.toString(),
    kind: kindOf(stored),
    violation: violationOf(stored),
    note,
    quote: quoteOf(stored),
    context,
    fen,
    at: at.getTime(),
    reporter,
    weight,
    state: outcome ?? 'open',
  };
}

/** Presents a report for its reporter. */
export function presentOwnReport(stored: StoredReport): OwnReport {
  const { _id, line, at, outcome, closedAt = null, seenAt } = stored;
  return {
    id: _id.toString(),
    kind: kindOf(stored),
    nickname: line.nickname,
    at: at.getTime(),
    state: outcome ?? 'open',
    closedAt,
    isSeen: outcome === undefined || seenAt !== undefined,
  };
}
