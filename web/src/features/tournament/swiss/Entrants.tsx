import { STANDINGS_PAGE, type StandingsRow, type TournamentDetails } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { useSession } from '../../../client/session.ts';
import { useFriends } from '../../../shared/people/queries.ts';
import { progressOf } from '../../../shared/ratings/progress.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { Emblem } from '../../../ui/Emblem.tsx';
import { BotChip, Chip } from '../../../ui/Marks.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { t as rowText } from '../standings/texts.ts';
import type { Standings } from '../use-standings.ts';
import styles from './Entrants.module.css';
import { Nothing } from './Nothing.tsx';
import { t } from './texts.ts';

interface EntrantsProps {
  details: TournamentDetails;
  standings: Standings;
  /** The viewer has checked in on this visit. */
  isStamped: boolean;
}

/** The players before the start, strongest first; with check-in, who is present. */
export function Entrants({ details, standings: { page, from, setFrom }, isStamped }: EntrantsProps) {
  const { players, checkedIn } = details;
  const { data } = page;
  const isCheckIn = data?.rows.some(({ isCheckedIn }) => isCheckedIn !== undefined) === true && checkedIn > 0;
  return (
    <section className={styles.entrants} aria-labelledby="entrants">
      <header className={styles.head}>
        <h2 id="entrants">{t('list.title')}</h2>
        <small>{players > 0 ? t('list.bySeed') : ''}</small>
        {isCheckIn ? (
          <>
            <span className={styles.present}>{t('list.checkedIn', { count: checkedIn })}</span>
            <small>{t('list.missing', { count: players - checkedIn })}</small>
          </>
        ) : (
          <small className={styles.count}>{t('list.players', { count: players })}</small>
        )}
      </header>
      {!data ? (
        <Nothing query={page} what="table" />
      ) : data.total === 0 ? (
        <div className={styles.empty} role="status">
          <strong>{t('table.empty')}</strong>
          <p>{t('table.emptyHint')}</p>
        </div>
      ) : (
        <div className={styles.scroller}>
          <Rows rows={data.rows} hasCheckIn={isCheckIn} isStamped={isStamped} />
          <Pager
            page={Math.floor(from / STANDINGS_PAGE) + 1}
            total={Math.ceil(data.total / STANDINGS_PAGE)}
            onPage={(number) => setFrom((number - 1) * STANDINGS_PAGE)}
            label={rowText('pages')}
          />
        </div>
      )}
    </section>
  );
}

interface RowsProps {
  rows: readonly StandingsRow[];
  hasCheckIn: boolean;
  isStamped: boolean;
}

function Rows({ rows, hasCheckIn, isStamped }: RowsProps) {
  const me = useSession(({ user }) => user?._id ?? null);
  const { data: friends } = useFriends();
  const friendIds = new Set(friends?.map(({ _id }) => _id));
  return (
    <ol className={styles.rows}>
      {rows.map((row) => (
        <Row
          key={row.user._id}
          row={row}
          isMine={row.user._id === me}
          isFriend={friendIds.has(row.user._id)}
          hasCheckIn={hasCheckIn}
          isStamped={isStamped && row.user._id === me}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  row: StandingsRow;
  isMine: boolean;
  isFriend: boolean;
  hasCheckIn: boolean;
  isStamped: boolean;
}

function Row({
  row: { rank, user, rating, status, isCheckedIn = false },
  isMine,
  isFriend,
  hasCheckIn,
  isStamped,
}: RowProps) {
  const isOut = status !== 'active';
  const isPresent = isCheckedIn || isStamped;
  return (
    <li className={cx(styles.row, isMine && styles.mine)} aria-current={isMine || undefined}>
      <span className={styles.seed}>{rank}</span>
      <Avatar file={user.avatar} size={34} />
      <span className={styles.name}>
        <Link to={`/player/${user._id}`} title={user.nickname}>
          {user.nickname}
        </Link>
        {isMine && <Chip className={styles.chip}>{rowText('me')}</Chip>}
        {isFriend && (
          <Chip tone="jade" className={styles.chip}>
            {t('list.friend')}
          </Chip>
        )}
        <BotChip avatar={user.avatar} />
      </span>
      <Emblem level={progressOf(rating).order} size={22} />
      <span className={styles.rating}>{rating}</span>
      {(hasCheckIn || isOut) && (
        <span
          className={styles.state}
          data-state={isOut ? 'out' : isPresent ? 'present' : isMine ? 'you' : 'absent'}
        >
          {isOut ? (
            t(`table.status.${status}`)
          ) : isStamped ? (
            <i className={styles.stamp} role="img" aria-label={t('list.present')}>
              {t('list.stamp')}
            </i>
          ) : (
            t(isPresent ? 'list.present' : isMine ? 'list.you' : 'list.absent')
          )}
        </span>
      )}
    </li>
  );
}
