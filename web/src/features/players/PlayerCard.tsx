import type { Profile, RouteReply, Routes, TimeClass } from '@doushouqi/protocol';
import { type ComponentProps, useState } from 'react';
import { useSession } from '../../client/session.ts';
import { AddFriend } from '../../shared/people/AddFriend.tsx';
import { ChatModal } from '../../shared/people/ChatModal.tsx';
import { t as friendsText } from '../../shared/people/texts.ts';
import { useRelation } from '../../shared/people/use-people.ts';
import { Loaded } from '../../shared/ratings/Parts.tsx';
import { useRunningGame } from '../../shared/ratings/player-queries.ts';
import { shownLevel } from '../../shared/ratings/queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ChallengeButton } from './ChallengeButton.tsx';
import { LevelBar } from './LevelBar.tsx';
import styles from './PlayerCard.module.css';
import { Seasons } from './Seasons.tsx';
import { t as playersText } from './texts.ts';
import { Week } from './Week.tsx';

const CLASSES = ['fast', 'slow'] as const;

type Ranked = RouteReply<Routes['getRatings']>;
type RunningGame = RouteReply<Routes['getRunningGame']>['game'];

interface PlayerCardProps {
  user: Profile;
  standings: ComponentProps<typeof Loaded<Ranked>>['asked'];
}

/** Who it is, and the level in each time class. */
export function PlayerCard({ user, standings }: PlayerCardProps) {
  const phone = useMedia(MEDIA.phone);
  const game = useRunningGame(user._id).data ?? null;
  const presence = t(user.isOnline ? 'online' : 'offline');
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <Avatar file={user.avatar} size={phone ? 72 : 112} online={user.isOnline} />
        <div>
          <h2>{user.nickname}</h2>
          <p className={styles.presence} data-online={user.isOnline}>
            {game ? `${presence} · ${playersText('playing', { ...game })}` : presence}
          </p>
        </div>
      </div>
      <Loaded asked={standings} ghost={styles.ghost}>
        {(known) => (
          <ul className={styles.levels}>
            {CLASSES.map((name) => (
              <li key={name}>
                <ClassLevel name={name} standing={known[name]} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Actions user={user} game={game} />
    </Card>
  );
}

function ClassLevel({ name, standing }: { name: TimeClass; standing: Ranked[TimeClass] }) {
  const { rating, games, provisional, rank, week, seasons } = standing;
  const level = shownLevel(standing);
  return (
    <>
      <div className={styles.level}>
        <Emblem level={level} size={56} named />
        <div>
          <p className={styles.class}>
            {t(`classes.${name}`)} · {rank ? playersText('rank', { rank }) : t('games', { count: games })}
          </p>
          {level !== null && (
            <p className={styles.points}>
              <strong>{rating}</strong>
              <Week change={week} />
            </p>
          )}
          <p>{levelName(level)}</p>
        </div>
        {level !== null && provisional && (
          <span className={styles.guess} title={t('provisionalHint')}>
            <Chip tone="gold">{t('provisional')}</Chip>
          </span>
        )}
      </div>
      {level === null ? <p className={styles.note}>{t('progress.none')}</p> : <LevelBar rating={rating} />}
      <Seasons seasons={seasons} />
    </>
  );
}

/** What one can do: about oneself, or with this player. */
function Actions({ user, game }: { user: Profile; game: RunningGame }) {
  const me = useSession((state) => state.user?._id);
  const isFriend = useRelation(user._id) === 'friend';
  const [chatting, setChatting] = useState(false);
  if (me === user._id)
    return (
      <div className={styles.actions}>
        <ButtonLink to="/play" tone="primary">
          {t('actions.play')}
        </ButtonLink>
        <ButtonLink to="/settings" icon="gear-six">
          {t('actions.settings')}
        </ButtonLink>
      </div>
    );
  return (
    <div className={styles.actions}>
      <ChallengeButton user={user} primary />
      {isFriend ? (
        <Button small icon="chat-circle-dots" onClick={() => setChatting(true)}>
          {friendsText('card.chat')}
        </Button>
      ) : (
        <AddFriend user={user} />
      )}
      {game && (
        <ButtonLink to={`/play/room/${game.roomId}`} small icon="eye">
          {playersText('watch')}
        </ButtonLink>
      )}
      <ChatModal
        userId={user._id}
        nickname={user.nickname}
        open={chatting}
        onClose={() => setChatting(false)}
      />
    </div>
  );
}
