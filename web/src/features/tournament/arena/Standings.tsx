import { STANDINGS_PAGE, type StandingsRow, type TournamentDetails } from '@doushouqi/protocol';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../client/session.ts';
import { progressOf } from '../../../shared/ratings/progress.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Emblem } from '../../../ui/Emblem.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { BotChip, Chip } from '../../../ui/Marks.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { Pager } from '../../../ui/Pager.tsx';
import { Rank } from '../../../ui/Rank.tsx';
import { useMedia } from '../../../ui/use-browser.ts';
import { TournamentIcon } from '../TournamentIcon.tsx';
import { overviewRows, type Standings as StandingsState } from '../use-standings.ts';
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
  const { page, around, from, setFrom } = standings;
  const [isWhole, setWhole] = useState(false);
  const isPhone = useMedia(MEDIA.phone);
  const { data } = page;
  if (!data) return <Nothing query={page} />;
  if (data.total === 0)
    return (
      <div className={styles.empty} role="status">
        <strong>{t('table.empty')}</strong>
        <p>{t('table.emptyHint')}</p>
      </div>
    );
  const ownRank = own?.rank ?? null;
  const parts =
    isWhole || from > 0
      ? { first: data.rows, own: [] }
      : overviewRows(data.rows, around.data?.rows ?? [], ownRank, FIRST[isPhone ? 'phone' : 'desktop']);
  const isOverview = parts.own.length > 0;
  const show = (at: number): void => {
    setWhole(true);
    setFrom(at);
  };
  const counts = { players, games };
  const head = phase === 'running' ? 'players' : phase === 'coming' ? 'entered' : 'finished';
  const short = phase === 'running' ? 'count' : phase === 'coming' ? 'countEntered' : 'countFinished';
  return (
    <div className={styles.scroller}>
      <p className={styles.count}>{t(`table.${short}`, counts)}</p>
      <table className={styles.table} aria-label={t('table.label', { name })}>
        <thead>
          <tr>
            <th scope="col">{t('table.rank')}</th>
            <th scope="col">{t(`table.${head}`, counts)}</th>
            <th scope="col">{phase !== 'coming' && t('table.scores')}</th>
            <th scope="col">{phase !== 'coming' && t('table.points')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.first.map((row) => (
            <Row key={row.user._id} row={row} isComing={phase === 'coming'} />
          ))}
          {isOverview && (
            <>
              <tr className={styles.gap}>
                <td colSpan={4}>…</td>
              </tr>
              {parts.own.map((row) => (
                <Row key={row.user._id} row={row} isComing={phase === 'coming'} />
              ))}
            </>
          )}
        </tbody>
      </table>
      <footer className={styles.pages}>
        {isOverview || (!isWhole && parts.first.length < data.rows.length) ? (
          <Button small tone="quiet" onClick={() => show(0)}>
            {t('table.all', { count: data.total })}
          </Button>
        ) : (
          <Pager
            page={Math.floor(from / STANDINGS_PAGE) + 1}
            total={Math.ceil(data.total / STANDINGS_PAGE)}
            onPage={(number) => show((number - 1) * STANDINGS_PAGE)}
            label={t('table.pages')}
          />
        )}
        {isWhole && ownRank !== null && data.total > FIRST.desktop && (
          <Button
            small
            tone="quiet"
            onClick={() => {
              setWhole(false);
              setFrom(0);
            }}
          >
            {t('table.own')}
          </Button>
        )}
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
  const { rank, user, rating, status, points, isPlaying, scores = [], streak = 0 } = row;
  const isMine = useSession((state) => state.user?._id === user._id);
  return (
    <tr
      className={cx(isMine && styles.mine, status !== 'active' && styles.away)}
      aria-current={isMine || undefined}
    >
      <td className={styles.rank}>
        <Rank rank={rank} isPlain={isComing} />
      </td>
      <th scope="row" className={styles.player}>
        <span>
          <Avatar file={user.avatar} size={32} />
          <Link to={`/player/${user._id}`} title={user.nickname}>
            {user.nickname}
          </Link>
          {user.isBot ? (
            <BotChip avatar={user.avatar} />
          ) : (
            <Emblem level={progressOf(rating).order} size={24} className={styles.level} />
          )}
          {isMine && <Chip className={styles.me}>{t('table.me')}</Chip>}
          {isPlaying && (
            <span
              className={styles.playing}
              role="img"
              aria-label={t('table.playing')}
              title={t('table.playing')}
            />
          )}
          {status !== 'active' && <span className={styles.status}>{t(`table.status.${status}`)}</span>}
        </span>
      </th>
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
    </tr>
  );
}
