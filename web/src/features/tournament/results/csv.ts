import type { StandingsRow, WireTournamentKind } from '@doushouqi/protocol';
import { t } from './texts.ts';

/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/** Returns a cell of a CSV file; a text never becomes a formula. Pure. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type Column = [title: string, valueOf: (row: StandingsRow) => string | number];

const FIRST: readonly Column[] = [
  [t('csv.rank'), ({ rank }) => rank],
  [t('csv.player'), ({ user }) => user.nickname],
  [t('csv.rating'), ({ rating }) => rating],
  [t('csv.points'), ({ points }) => points],
  [t('csv.wins'), ({ wins }) => wins],
  [t('csv.draws'), ({ draws }) => draws],
  [t('csv.losses'), ({ losses }) => losses],
];
const OTHERS: Record<WireTournamentKind, readonly Column[]> = {
  arena: [
    [t('csv.performance'), ({ performance }) => performance ?? ''],
    [t('csv.scores'), ({ scores = [] }) => scores.join(' ')],
  ],
  swiss: [
    [t('csv.buchholzCut'), ({ tieBreaks }) => tieBreaks?.buchholzCut ?? ''],
    [t('csv.buchholz'), ({ tieBreaks }) => tieBreaks?.buchholz ?? ''],
    [t('csv.sonnebornBerger'), ({ tieBreaks }) => tieBreaks?.sonnebornBerger ?? ''],
    [t('csv.cells'), ({ cells = [] }) => cells.map((cell) => t(`csv.cell.${cell}`)).join(' ')],
  ],
};

/** Returns standings as CSV (RFC 4180) with a byte order mark, by which Excel knows UTF-8. Pure. */
export function standingsCsv(kind: WireTournamentKind, rows: readonly StandingsRow[]): string {
  const columns = [...FIRST, ...OTHERS[kind]];
  const lines = [
    columns.map(([title]) => cellOf(title)),
    ...rows.map((row) => columns.map(([, read]) => cellOf(read(row)))),
  ];
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`;
}
