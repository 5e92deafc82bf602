import type { Profile, RouteReply, Routes, TimeClass } from '@doushouqi/protocol';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { AddFriend } from '../friends/AddFriend.tsx';
import { ChatModal } from '../friends/ChatModal.tsx';
import { useRelation } from '../friends/use-people.ts';
import { ChallengeButton } from './ChallengeButton.tsx';
import { LevelBar } from './LevelBar.tsx';
import { Loaded } from './Parts.tsx';
import styles from './PlayerCard.module.css';
import { useRunningGame } from './player-queries.ts';
import { shownLevel } from './queries.ts';
import { Seasons } from './Seasons.tsx';
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
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const game = useRunningGame(user._id).data ?? null;
  const presence = t(user.isOnline ? 'standing.online' : 'standing.offline');
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <Avatar file={user.avatar} size={phone ? 72 : 112} online={user.isOnline} />
        <div>
          <h2>{user.nickname}</h2>
          <p className={styles.presence} data-online={user.isOnline}>
            {game ? `${presence} · ${t('players.playing', { ...game })}` : presence}
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
  const { t } = useTranslation();
  const { rating, games, provisional, rank, week, seasons } = standing;
  const level = shownLevel(standing);
  return (
    <>
      <div className={styles.level}>
        <Emblem level={level} size={56} named />
        <div>
          <p className={styles.class}>
            {t(`standing.classes.${name}`)} ·{' '}
            {rank ? t('players.rank', { rank }) : t('standing.games', { count: games })}
          </p>
          {level !== null && (
            <p className={styles.points}>
              <strong>{rating}</strong>
              <Week change={week} />
            </p>
          )}
          <p>{levelName(t, level)}</p>
        </div>
        {level !== null && provisional && (
          <span className={styles.guess} title={t('standing.provisionalHint')}>
            <Chip tone="gold">{t('standing.provisional')}</Chip>
          </span>
        )}
      </div>
      {level === null ? (
        <p className={styles.note}>{t('standing.progress.none')}</p>
      ) : (
        <LevelBar rating={rating} />
      )}
      <Seasons seasons={seasons} />
    </>
  );
}

/** What one can do: about oneself, or with this player. */
function Actions({ user, game }: { user: Profile; game: RunningGame }) {
  const { t } = useTranslation();
  const me = useSession((state) => state.user?._id);
  const isFriend = useRelation(user._id) === 'friend';
  const [chatting, setChatting] = useState(false);
  if (me === user._id)
    return (
      <div className={styles.actions}>
        <ButtonLink to="/play" tone="primary">
          {t('standing.actions.play')}
        </ButtonLink>
        <ButtonLink to="/settings" icon="gear-six">
          {t('standing.actions.settings')}
        </ButtonLink>
      </div>
    );
  return (
    <div className={styles.actions}>
      <ChallengeButton user={user} primary />
      {isFriend ? (
        <Button small icon="chat-circle-dots" onClick={() => setChatting(true)}>
          {t('friends.card.chat')}
        </Button>
      ) : (
        <AddFriend user={user} />
      )}
      {game && (
        <ButtonLink to={`/play/room/${game.roomId}`} small icon="eye">
          {t('players.watch')}
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
