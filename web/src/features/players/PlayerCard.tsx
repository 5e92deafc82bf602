import {
  DEFAULT_TIME_CONTROL,
  type HouseBot,
  houseBotOf,
  type Profile,
  RATING_CLASSES,
  RATING_DEFS,
  type RankedRatings,
  type RatingClass,
  type RouteReply,
  type Routes,
  type SeasonRecord,
  type TimeClass,
} from '@doushouqi/protocol';
import { levelOf } from '@doushouqi/rating/levels';
import { type ComponentProps, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { session, useIsMember, useSession } from '../../client/session.ts';
import { playBot } from '../../shared/pairing/play-bot.ts';
import { t as pairingText } from '../../shared/pairing/texts.ts';
import { AddFriend } from '../../shared/people/AddFriend.tsx';
import { ChatModal } from '../../shared/people/ChatModal.tsx';
import { report } from '../../shared/people/report.ts';
import { t as friendsText } from '../../shared/people/texts.ts';
import { useRelation } from '../../shared/people/use-people.ts';
import { QueryResult, WinBar } from '../../shared/ratings/Parts.tsx';
import { useRunningGame, useSolver, useVersus } from '../../shared/ratings/player-queries.ts';
import { shownLevel } from '../../shared/ratings/queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { levelName } from '../../ui/level.ts';
import { BotChip, Chip, GuestChip } from '../../ui/Marks.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { Verdict } from './LastGames.tsx';
import styles from './PlayerCard.module.css';
import { ChallengeButton, LevelBar, seasonName, Week } from './parts.tsx';
import { t as playersText } from './texts.ts';

type RunningGame = RouteReply<Routes['getRunningGame']>['game'];

interface PlayerCardProps {
  user: Profile;
  userRatings: ComponentProps<typeof QueryResult<RankedRatings>>['query'];
}

/** The player and the level in each time class; guests have none. */
export function PlayerCard({ user, userRatings }: PlayerCardProps) {
  const phone = useMedia(MEDIA.phone);
  const game = useRunningGame(user._id).data ?? null;
  const bot = houseBotOf(user._id);
  const presence = t(user.isOnline ? 'online' : 'offline');
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <Avatar file={user.avatar} size={phone ? 72 : 112} online={user.isGone ? undefined : user.isOnline} />
        <div>
          <h2>
            {user.nickname} <GuestChip isGuest={user.isGuest} /> <BotChip avatar={user.avatar} />
          </h2>
          {!user.isGone && (
            <p className={styles.presence} data-online={user.isOnline}>
              {game ? `${presence} · ${playersText('playing', { ...game })}` : presence}
            </p>
          )}
        </div>
      </div>
      {bot && <BotStrength bot={bot} />}
      {!bot && !user.isGuest && !user.isGone && (
        <QueryResult query={userRatings} skeleton={styles.skeleton}>
          {(known) => (
            <ul className={styles.levels}>
              {RATING_CLASSES.map((name) => {
                const userRating = known[name];
                return (
                  userRating && (
                    <li key={name}>
                      <ClassLevel name={name} userRating={userRating} />
                    </li>
                  )
                );
              })}
              <Solver userId={user._id} />
            </ul>
          )}
        </QueryResult>
      )}
      {bot ? <PlayBot bot={bot} /> : <Actions user={user} game={game} />}
    </Card>
  );
}

/** Level and character of a bot. */
function BotStrength({ bot: { rating, line } }: { bot: HouseBot }) {
  const { order } = levelOf(rating);
  return (
    <div className={styles.levels}>
      <div className={styles.level}>
        <Emblem level={order} size={56} named />
        <div>
          <p className={styles.points}>
            <strong>{rating}</strong>
          </p>
          <p>{levelName(order)}</p>
        </div>
      </div>
      <p className={styles.note}>{line}</p>
    </div>
  );
}

/** Starts a casual game against the bot. */
function PlayBot({ bot: { level } }: { bot: HouseBot }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isMember = useSession((state) => state.user !== null);
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    if (!isMember) return void session.requestLogin(pathname, { why: 'challenge' });
    setBusy(true);
    const roomId = await playBot(level, DEFAULT_TIME_CONTROL);
    setBusy(false);
    if (roomId !== null) await navigate(`/play/room/${roomId}`);
  };
  return (
    <div className={styles.actions}>
      <Button tone="primary" busy={isBusy} onClick={() => void press()}>
        {pairingText('offer.play')}
      </Button>
    </div>
  );
}

function ClassLevel({ name, userRating }: { name: RatingClass; userRating: RankedRatings[TimeClass] }) {
  const { rating, games, provisional, rank, week, seasons } = userRating;
  const level = shownLevel(userRating);
  return (
    <>
      <div className={styles.level}>
        <Emblem level={level} size={56} named />
        <div>
          <p className={styles.class}>
            {RATING_DEFS[name].name} · {rank ? playersText('rank', { rank }) : t('games', { count: games })}
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

/** The puzzle rating; nothing before the first rated puzzle. */
function Solver({ userId }: { userId: string }) {
  const { rating, bestStreak } = useSolver(userId).data ?? { rating: null, bestStreak: 0 };
  if (rating === null) return null;
  return (
    <li>
      <div className={styles.level}>
        <Icon name="target" className={styles.solver} />
        <div>
          <p className={styles.class}>{playersText('solver.title')}</p>
          <p className={styles.points}>
            <strong>{rating.now}</strong>
            {playersText('solver.rating', { count: rating.puzzles, best: rating.best })}
          </p>
          <p>{playersText('solver.streak', { count: bestStreak })}</p>
        </div>
        {rating.provisional && (
          <span className={styles.guess} title={t('provisionalHint')}>
            <Chip tone="gold">{t('provisional')}</Chip>
          </span>
        )}
      </div>
    </li>
  );
}

/** Actions about the own account, or about this player. */
function Actions({ user, game }: { user: Profile; game: RunningGame }) {
  const me = useSession((state) => state.user?._id);
  const isFriend = useRelation(user._id) === 'friend';
  const isMember = useIsMember();
  const [chatting, setChatting] = useState(false);
  const lastGame = useVersus(isMember && me !== user._id ? me : undefined, user._id).data?.last[0];
  const subjects: ['nickname' | 'avatar' | 'play', string][] = [
    ['nickname', user._id],
    ['avatar', user._id],
  ];
  if (lastGame) subjects.push(['play', `${lastGame.gameId}:${user._id}`]);
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
  // Guests play no rated games and have no friends.
  if (user.isGuest || user.isGone) return null;
  return (
    <div className={styles.actions}>
      <ChallengeButton user={user} primary />
      {isFriend ? (
        <Button small icon="chat-circle-dots" onClick={() => setChatting(true)}>
          {friendsText('card.chat')}
        </Button>
      ) : (
        !user.isBot && <AddFriend user={user} />
      )}
      {game && (
        <ButtonLink to={`/play/room/${game.roomId}`} small icon="eye">
          {playersText('watch')}
        </ButtonLink>
      )}
      {isMember && !user.isBot && (
        <Menu
          label={playersText('report.menu', { name: user.nickname })}
          items={subjects.map(([kind, id]) => ({
            icon: 'flag',
            label: playersText(`report.${kind}`),
            onSelect: () => report({ kind, id, content: user.nickname }),
          }))}
        />
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

/** The best level of each season, newest first; older seasons on request. */
function Seasons({ seasons }: { seasons: readonly SeasonRecord[] }) {
  const [last, ...older] = seasons.filter(({ best }) => best !== null).reverse();
  if (!last) return null;
  return (
    <div className={styles.seasons}>
      <Season season={last} />
      {older.length > 0 && (
        <details>
          <summary>{playersText('seasons.older', { count: older.length })}</summary>
          <ul>
            {older.map((season) => (
              <li key={season.season}>
                <Season season={season} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Season({ season: { season, best, wins, losses } }: { season: SeasonRecord }) {
  return (
    <p className={styles.season}>
      <Emblem level={best} size={20} named />
      <span>{t('best', { season: seasonName(season), level: levelName(best) })}</span>
      <small>{playersText('seasons.results', { wins, losses })}</small>
    </p>
  );
}

/** Results of the rated games between the viewer and this player, from the viewer's side. */
export function Versus({ me, user }: { me: string; user: Profile }) {
  const query = useVersus(me, user._id);
  return (
    <Card role="region" aria-label={t('versus.title')} className={styles.versusCard}>
      <h2>{t('versus.title')}</h2>
      <QueryResult query={query} skeleton={styles.versusSkeleton}>
        {(known) => <Between known={known} user={user} />}
      </QueryResult>
    </Card>
  );
}

function Between({ known, user }: { known: RouteReply<Routes['getVersus']>; user: Profile }) {
  const own = useSession((state) => state.user?.avatar);
  const { games, wins, losses, draws, last } = known;
  if (games === 0) return <p className={styles.none}>{t('versus.none')}</p>;
  return (
    <>
      <div className={styles.score}>
        <Avatar file={own} size={46} />
        <div>
          <strong>{t('versus.score', { wins, losses })}</strong>
          <p>
            {t('versus.games', { count: games })}
            {draws > 0 && ` · ${t('versus.draws', { count: draws })}`}
          </p>
        </div>
        <Avatar file={user.avatar} size={46} />
      </div>
      <WinBar {...known} />
      <ol className={styles.last} aria-label={t('last.title')}>
        {last.map(({ gameId, result }) => (
          <li key={gameId}>
            <Verdict result={result} />
          </li>
        ))}
      </ol>
    </>
  );
}
