import type { LadderRow, PublicUser, Standings, TimeClass } from '@doushouqi/protocol';
import { seasonOf } from '@doushouqi/rating/seasons';
import { useState } from 'react';
import { session, useSession } from '../../client/session.ts';
import { useFriends } from '../../shared/people/queries.ts';
import parts from '../../shared/ratings/Parts.module.css';
import { LoadedPage } from '../../shared/ratings/Parts.tsx';
import { useStandingsOf } from '../../shared/ratings/player-queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './FriendsLadder.module.css';
import { LadderRows } from './LadderRows.tsx';
import { t as playersText } from './texts.ts';

const CLASSES = ['fast', 'slow'] as const;
type Person = PublicUser & { isOnline: boolean };

/** The person who looks among their friends, by rating: here a rating counts from the first game on. */
export function FriendsLadder() {
  const me = useSession((state) => state.user);
  const [chosen, setChosen] = useState<TimeClass>('fast');
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
        items={CLASSES}
        nameOf={(name) => t(`classes.${name}`)}
        current={chosen}
        onChoose={setChosen}
        className={`${parts.tray} ${styles.choice}`}
        itemClassName={parts.slip}
      >
        {(name) => t(`classes.${name}`)}
      </ChoiceGrid>
      <Friends me={me} name={chosen} />
    </div>
  );
}

function Friends({ me, name }: { me: PublicUser; name: TimeClass }) {
  const friends = useFriends();
  const people = friends.data && [{ ...me, isOnline: true }, ...friends.data];
  const standings = useStandingsOf(people?.map(({ _id }) => _id));
  const asked = { ...(friends.data ? standings : friends), data: standings.data };
  return (
    <LoadedPage asked={asked}>
      {(known) => <Rows people={people ?? []} standings={known} me={me._id} name={name} />}
    </LoadedPage>
  );
}

/** Those who have played, best first, as rows of a ladder. Pure. */
function rowsOf(
  people: readonly Person[],
  standings: ReadonlyMap<string, Standings>,
  name: TimeClass,
  now: number,
): LadderRow[] {
  const season = seasonOf(now);
  return people
    .flatMap(({ _id, nickname, avatar, isOnline }) => {
      const standing = standings.get(_id)?.[name];
      return standing && standing.games > 0 ? [{ userId: _id, nickname, avatar, isOnline, standing }] : [];
    })
    .toSorted((one, other) => other.standing.rating - one.standing.rating)
    .map(({ standing: { rating, level, week, seasons }, ...who }, n) => {
      const last = seasons.at(-1);
      return { ...who, rank: n + 1, rating, level, week, season: last?.season === season ? last : null };
    });
}

interface RowsProps {
  people: readonly Person[];
  standings: ReadonlyMap<string, Standings>;
  me: string;
  name: TimeClass;
}

function Rows({ people, standings, me, name }: RowsProps) {
  const [now] = useState(Date.now);
  const rows = rowsOf(people, standings, name, now);
  const words = { class: t(`classes.${name}`) };
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
