import type { StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import { api } from '../../../client/api.ts';
import { downloadText } from '../../../ui/download.ts';
import { standingsCsv } from './csv.ts';
import { t } from './texts.ts';

/** Rows of a page of standings; the most that a call returns. */
const ROWS = 500;

type Named = Pick<TournamentDetails, 'id' | 'name' | 'kind'>;

/** Called before each page with its number, from 1. */
type OnPage = (page: number) => void;

/** Saves all standings as a table. */
export async function saveStandings({ id, name, kind }: Named, onPage: OnPage): Promise<void> {
  const rows: StandingsRow[] = [];
  for (let page = 1; ; page += 1) {
    onPage(page);
    const got = await api.getStandings({ params: { id }, query: { from: rows.length, rows: ROWS } });
    rows.push(...got.rows);
    if (got.rows.length === 0 || rows.length >= got.total) break;
  }
  downloadText(`${fileName(t('csv.file', { name }))}.csv`, 'text/csv', standingsCsv(kind, rows));
}

/** Saves all finished games as text; returns false if there are none. */
export async function saveGames({ id, name }: Named, onPage: OnPage): Promise<boolean> {
  const texts: string[] = [];
  let after: number | null = 0;
  for (let page = 1; after !== null; page += 1) {
    onPage(page);
    const got: { text: string; next: number | null } = await api.exportTournamentGames({
      params: { id },
      query: after === 0 ? {} : { after },
    });
    if (got.text !== '') texts.push(got.text);
    after = got.next;
  }
  if (texts.length === 0) return false;
  downloadText(`${fileName(t('csv.records', { name }))}.txt`, 'text/plain', texts.join('\n\n'));
  return true;
}

/** Returns a name without characters that file systems refuse. Pure. */
function fileName(text: string): string {
  return text.replace(/[\\/:*?"<>|]/g, ' ').trim();
}
