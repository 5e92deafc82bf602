import type { RoundCell, StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import { cx } from '../../../ui/cx.ts';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { Body } from '../standings/Body.tsx';
import { Line } from '../standings/Line.tsx';
import lines from '../standings/Lines.module.css';
import { Pages } from '../standings/Pages.tsx';
import { t as rowText } from '../standings/texts.ts';
import { useOverview } from '../standings/use-overview.ts';
import type { Standings as StandingsState } from '../use-standings.ts';
import { CellMark } from './CellMark.tsx';
import { Nothing } from './Nothing.tsx';
import styles from './Standings.module.css';
import { shownRounds } from './state.ts';
import { t } from './texts.ts';

/** First rows of the overview: as many as leave room for the own row. */
const FIRST = { desktop: 12, phone: 8 } as const;
interface StandingsProps {
  details: TournamentDetails;
  standings: StandingsState;
}

/** The standings of a Swiss: rounds, score and tie-break. The viewer's row is always among them. */
export function Standings({ details, standings }: StandingsProps) {
  const { name, own, round } = details;
  const isPhone = useMedia(MEDIA.phone);
  const shown = useOverview(standings, own?.rank ?? null, FIRST[isPhone ? 'phone' : 'desktop']);
  if (!shown) return <Nothing query={standings.page} what="table" />;
  const rounds = shownRounds(details, isPhone);
  return (
    <>
      <div className={styles.scroller}>
        <table className={cx(lines.table, styles.table)} aria-label={t('table.label', { name })}>
          <thead>
            <tr>
              <th scope="col">{rowText('rank')}</th>
              <th scope="col">{t('table.player')}</th>
              {rounds.map((one) => (
                <th key={one} scope="col" className={styles.round} data-now={one === round || undefined}>
                  <span className="visually-hidden">{t('table.round', { round: one })}</span>
                  <span aria-hidden="true">{one}</span>
                </th>
              ))}
              <th scope="col">{t('table.points')}</th>
              <th scope="col">{t('table.buchholz')}</th>
            </tr>
          </thead>
          <Body overview={shown} columns={rounds.length + 4}>
            {(row) => <Row key={row.user._id} row={row} rounds={rounds} />}
          </Body>
        </table>
      </div>
      <footer className={styles.foot}>
        <p title={t('table.note')}>{t(isPhone ? 'table.noteShort' : 'table.note')}</p>
        <Pages {...shown} />
      </footer>
    </>
  );
}

function tiesText({ buchholzCut, buchholz, sonnebornBerger, wins }: NonNullable<StandingsRow['tieBreaks']>) {
  const [cut, whole, sonneborn] = [buchholzCut, buchholz, sonnebornBerger].map(String);
  return t('table.ties', { cut: cut!, whole: whole!, sonneborn: sonneborn!, wins });
}

function Row({ row, rounds }: { row: StandingsRow; rounds: readonly number[] }) {
  const { status, points, cells = [], tieBreaks } = row;
  const cellOf = (round: number): RoundCell | 'coming' => cells[round - 1] ?? 'coming';
  return (
    <Line row={row} away={status === 'active' ? null : t(`table.status.${status}`)}>
      {rounds.map((round) => (
        <td key={round} className={styles.round}>
          <CellMark cell={cellOf(round)} round={round} />
        </td>
      ))}
      <td className={styles.points}>{points}</td>
      <td className={styles.ties} title={tieBreaks && tiesText(tieBreaks)}>
        {tieBreaks?.buchholzCut ?? ''}
      </td>
    </Line>
  );
}
