import {
  DEFAULT_TIME_CLASS,
  type LadderRow,
  type PublicUser,
  RATING_DEFS,
  TIME_CLASSES,
  type TimeClass,
  type UserRatings,
} from '@doushouqi/protocol';
import { seasonOf } from '@doushouqi/rating/seasons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { session, useSession } from '../../client/session.ts';
import { serverNow } from '../../client/time.ts';
import { useFriends } from '../../shared/people/queries.ts';
import parts from '../../shared/ratings/Parts.module.css';
import { QueryPage } from '../../shared/ratings/Parts.tsx';
import { useRatingsOf } from '../../shared/ratings/player-queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { cx } from '../../ui/cx.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import { Rank } from '../../ui/Rank.tsx';
import styles from './LadderRows.module.css';
import { ChallengeButton, Week } from './parts.tsx';
import { t as playersText } from './texts.ts';

interface LadderRowsProps {
  rows: readonly LadderRow[];
  /** User id of the highlighted row. */
  me: string | null;
  label: string;
  /** For a narrow column: no head, levels as emblems only, challenges instead of results. */
  brief?: boolean;
}

/** Rows of the ladder: rank, player, level, rating, this season, seven days. */
export function LadderRows({ rows, me, label, brief = false }: LadderRowsProps) {
  return (
    <table className={cx(styles.table, brief && styles.brief)} aria-label={label}>
      <colgroup>
        <col className={styles.rankColumn} />
        <col />
        <col className={styles.levelColumn} />
        <col className={styles.ratingColumn} />
        {!brief && <col className={styles.seasonColumn} />}
        <col className={styles.weekColumn} />
        {brief && <col className={styles.challengeColumn} />}
      </colgroup>
      <thead className={cx(brief && 'visually-hidden')}>
        <tr>
          <th scope="col">{t('ladder.rank')}</th>
          <th scope="col">{t('ladder.player')}</th>
          <th scope="col">{t('ladder.level')}</th>
          <th scope="col">{t('ladder.points')}</th>
          {!brief && (
            <th scope="col" className={styles.season}>
              {playersText('ladder.season')}
            </th>
          )}
          <th scope="col" className={styles.week}>
            {playersText('week')}
          </th>
          {brief && (
            <th scope="col" className={styles.challenge}>
              {playersText('challenge.label')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.userId} row={row} isMine={row.userId === me} brief={brief} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: LadderRow;
  isMine: boolean;
  brief: boolean;
}

function Row({ row, isMine, brief }: RowProps) {
  const { rank, userId, nickname, avatar, isOnline, rating, level, week, season } = row;
  return (
    <tr
      className={cx(isMine && styles.mine)}
      aria-current={isMine || undefined}
      tabIndex={isMine ? -1 : undefined}
    >
      <td className={styles.rank}>
        <Rank rank={rank} />
      </td>
      <th scope="row" className={styles.player}>
        <span>
          <Avatar file={avatar} size={34} online={isOnline || undefined} />
          {isOnline && <span className="visually-hidden">{t('online')}</span>}
          <Link to={`/player/${userId}`} title={nickname}>
            {nickname}
          </Link>
          {isMine && !brief && <Chip className={styles.me}>{t('ladder.me')}</Chip>}
        </span>
      </th>
      <td className={styles.level}>
        <span>
          <Emblem level={level.order} size={28} named />
          <span>{levelName(level.order)}</span>
        </span>
      </td>
      <td className={styles.rating}>{rating}</td>
      {!brief && <td className={styles.season}>{season && playersText('seasons.results', { ...season })}</td>}
      <td className={styles.week}>
        <Week change={week} />
      </td>
      {brief && (
        <td className={styles.challenge}>
          {isMine ? t('ladder.me') : <ChallengeButton user={{ _id: userId, nickname }} />}
        </td>
      )}
    </tr>
  );
}

type Person = PublicUser & { isOnline: boolean };

/** The user among friends, by rating; here a rating counts from the first game on. */
export function FriendsLadder() {
  const me = useSession((state) => state.user);
  const [chosen, setChosen] = useState(DEFAULT_TIME_CLASS);
  if (!me)
    return (
      <Card framed>
        <EmptyState
          animal="dog"
          title={playersText('ladder.visitor.title')}
          text={playersText('ladder.visitor.text')}
          action={
            <Button
              tone="primary"
              icon="sign-in"
              onClick={() => session.requestLogin('/ladder', { why: 'ladder' })}
            >
              {t('ladder.login')}
            </Button>
          }
        />
      </Card>
    );
  return (
    <div className={styles.page}>
      <ChoiceGrid
        label={t('ladder.classes')}
        items={TIME_CLASSES}
        nameOf={(name) => RATING_DEFS[name].name}
        current={chosen}
        onChoose={setChosen}
        className={`${parts.tray} ${styles.choice}`}
        itemClassName={parts.slip}
      >
        {(name) => RATING_DEFS[name].name}
      </ChoiceGrid>
      <Friends me={me} name={chosen} />
    </div>
  );
}

function Friends({ me, name }: { me: PublicUser; name: TimeClass }) {
  const friends = useFriends();
  const people = friends.data && [{ ...me, isOnline: true }, ...friends.data];
  const userRatings = useRatingsOf(people?.map(({ _id }) => _id));
  const query = { ...(friends.data ? userRatings : friends), data: userRatings.data };
  return (
    <QueryPage query={query}>
      {(known) => <Rows people={people ?? []} userRatings={known} me={me._id} name={name} />}
    </QueryPage>
  );
}

/** Returns those with games as rows of a ladder, best first. Pure. */
function rowsOf(
  people: readonly Person[],
  userRatings: ReadonlyMap<string, UserRatings>,
  name: TimeClass,
  now: number,
): LadderRow[] {
  const season = seasonOf(now);
  return people
    .flatMap(({ _id, nickname, avatar, isOnline }) => {
      const userRating = userRatings.get(_id)?.[name];
      return userRating && userRating.games > 0
        ? [{ userId: _id, nickname, avatar, isOnline, userRating }]
        : [];
    })
    .sort((one, other) => other.userRating.rating - one.userRating.rating)
    .map(({ userRating: { rating, level, week, seasons }, ...who }, n) => {
      const last = seasons.at(-1);
      return { ...who, rank: n + 1, rating, level, week, season: last?.season === season ? last : null };
    });
}

interface RowsProps {
  people: readonly Person[];
  userRatings: ReadonlyMap<string, UserRatings>;
  me: string;
  name: TimeClass;
}

function Rows({ people, userRatings, me, name }: RowsProps) {
  const [now] = useState(serverNow);
  const rows = rowsOf(people, userRatings, name, now);
  const words = { class: RATING_DEFS[name].name };
  const unrated = people.filter(({ _id }) => _id !== me && !rows.some(({ userId }) => userId === _id)).length;
  return (
    <Card framed className={styles.card}>
      {rows.length === 0 ? (
        <EmptyState
          animal="dog"
          title={playersText('ladder.alone.title')}
          text={playersText('ladder.alone.text', words)}
          action={<ButtonLink to="/play">{t('actions.play')}</ButtonLink>}
        />
      ) : (
        <LadderRows rows={rows} me={me} label={playersText('ladder.friendsLabel', words)} />
      )}
      {unrated > 0 && <p>{playersText('ladder.unrated', { ...words, count: unrated })}</p>}
    </Card>
  );
}
