import { STANDINGS_PAGE, type StandingsRow } from '@doushouqi/protocol';
import { useState } from 'react';
import { overviewRows, type Standings } from '../use-standings.ts';

export interface Overview {
  first: readonly StandingsRow[];
  /** Those around the viewer, after a gap. */
  own: readonly StandingsRow[];
  /** Names the page of the rows, or the overview. */
  view: string;
  /** Not all rows of the page are shown. */
  isPart: boolean;
  total: number;
  /** Number of the page, from 1 on. */
  page: number;
  showPage: (page: number) => void;
  /** Back to the overview; null where it shows no more than the page. */
  showOwn: (() => void) | null;
}

/** Returns the rows that are shown: the first `count` and the viewer's, or a whole page; null until they are known. */
export function useOverview(
  { page, around, from, setFrom }: Standings,
  ownRank: number | null,
  count: number,
) {
  const [isWhole, setWhole] = useState(false);
  const { data } = page;
  if (!data) return null;
  const show = (whole: boolean, at: number): void => {
    setWhole(whole);
    setFrom(at);
  };
  const isPage = isWhole || from > 0;
  const rows = isPage
    ? { first: data.rows, own: [] }
    : overviewRows(data.rows, around.data?.rows ?? [], ownRank, count);
  return {
    ...rows,
    view: `${isPage} ${data.from}`,
    isPart: rows.own.length > 0 || (!isWhole && rows.first.length < data.total),
    total: data.total,
    page: Math.floor(from / STANDINGS_PAGE) + 1,
    showPage: (number) => show(true, (number - 1) * STANDINGS_PAGE),
    showOwn: isWhole && ownRank !== null && data.total > count ? () => show(false, 0) : null,
  } satisfies Overview as Overview;
}
