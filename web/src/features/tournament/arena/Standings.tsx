import type { StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { Body } from '../standings/Body.tsx';
import { Line } from '../standings/Line.tsx';
import lines from '../standings/Lines.module.css';
import { Pages } from '../standings/Pages.tsx';
import { t as rowText } from '../standings/texts.ts';
import { useOverview } from '../standings/use-overview.ts';
import { TournamentIcon } from '../TournamentIcon.tsx';
import type { Standings as StandingsState } from '../use-standings.ts';
import styles from './Standings.module.css';
import { t } from './texts.ts';

/** First rows of the overview: as many as leave room for the own row. */
const FIRST = { desktop: 7, phone: 5 } as const;

/** Wins in a row from which a flame is shown. */
const STREAK = 2;

interface StandingsProps {
  details: TournamentDetails;
  standings: StandingsState;
}

/** The standings of an arena: the first rows and those around the viewer, or pages of twenty. */
export function Standings({ details, standings }: StandingsProps) {
  const { name, own, phase, players, games } = details;
  const isPhone = useMedia(MEDIA.phone);
  const shown = useOverview(standings, own?.rank ?? null, FIRST[isPhone ? 'phone' : 'desktop']);
  if (!shown) return <Nothing query={standings.page} />;
  if (shown.total === 0)
    return (
      <div className={styles.empty} role="status">
        <strong>{t('table.empty')}</strong>
        <p>{t('table.emptyHint')}</p>
      </div>
    );
  const isComing = phase === 'coming';
  const counts = { players, games };
  const head = phase === 'running' ? 'players' : isComing ? 'entered' : 'finished';
  const short = phase === 'running' ? 'count' : isComing ? 'countEntered' : 'countFinished';
  return (
    <div className={styles.scroller}>
      <p className={styles.count}>{t(`table.${short}`, counts)}</p>
      <table className={cx(lines.table, styles.table)} aria-label={t('table.label', { name })}>
        <thead>
          <tr>
            <th scope="col">{rowText('rank')}</th>
            <th scope="col">{t(`table.${head}`, counts)}</th>
            <th scope="col">{!isComing && t('table.scores')}</th>
            <th scope="col">{!isComing && t('table.points')}</th>
          </tr>
        </thead>
        <Body overview={shown} columns={4}>
          {(row) => <Row key={row.user._id} row={row} isComing={isComing} />}
        </Body>
      </table>
      <footer className={styles.pages}>
        <Pages {...shown} />
      </footer>
    </div>
  );
}

function Nothing({ query: { error, fetchStatus, refetch } }: { query: StandingsState['page'] }) {
  const offline = fetchStatus === 'paused';
  if (!error && !offline)
    return (
      <div role="status" aria-label={t('table.loading')} className={styles.waiting}>
        <Skeleton />
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    );
  return (
    <div className={styles.empty} role="status">
      <Icon name={offline ? 'wifi-slash' : 'warning'} />
      <p>{t(offline ? 'table.failedOffline' : 'table.failed')}</p>
      <Button small icon="arrows-clockwise" onClick={() => void refetch()}>
        {t('table.retry')}
      </Button>
    </div>
  );
}

function Row({ row, isComing }: { row: StandingsRow; isComing: boolean }) {
  const { status, points, scores = [], streak = 0 } = row;
  return (
    <Line
      row={row}
      isSeed={isComing}
      marksGames
      away={status === 'active' ? null : t(`table.status.${status}`)}
    >
      <td className={styles.scores}>
        <span>
          {scores.map((score, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the name of a score
            <i key={n} data-points={score}>
              {score}
            </i>
          ))}
        </span>
        {streak >= STREAK && (
          <span className={styles.streak} title={t('table.streak', { count: streak })}>
            <TournamentIcon name="fire-fill" />
            <span aria-hidden="true">{streak}</span>
            <span className="visually-hidden">{t('table.streak', { count: streak })}</span>
          </span>
        )}
      </td>
      <td className={styles.points}>{!isComing && points}</td>
    </Line>
  );
}
