import { fromWireWinner, type PublicUser, timeClassOf, type WatchableGame } from '@doushouqi/protocol';
import { lastMove, ONLINE_RULE_SET, parseRecord, plyCount, positionOf, type Side } from '@doushouqi/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { controlText } from '../../shared/pairing/pools.ts';
import { useWatchableGames } from '../../shared/pairing/use-watchable-games.ts';
import { useRatingsOf } from '../../shared/ratings/player-queries.ts';
import { shownLevel } from '../../shared/ratings/queries.ts';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { BotChip, Seal, Stamp, type StampedResult } from '../../ui/Marks.tsx';
import home from './HomePage.module.css';
import styles from './LiveBoard.module.css';
import { t } from './live-texts.ts';

/** Blue is above. */
const SIDES = ['blue', 'red'] as const;
/** Milliseconds for which a finished game stays. */
const STAYS = 6_000;

/** Returns whether an element is in view: only then its content is loaded. */
function useInView() {
  const ref = useRef<HTMLElement>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isInView };
}

const STAMPS = { red: 'redWins', blue: 'blueWins', draw: 'draw' } as const;

/** A game that has left the list stays for a moment with its result, then the next one follows. */
function useShown(game: WatchableGame | undefined): {
  shown: WatchableGame | undefined;
  stamp: StampedResult | null;
} {
  const [shown, setShown] = useState(game);
  const isOver = shown !== undefined && shown.roomId !== game?.roomId;
  const { data: room } = useQuery({
    queryKey: ['ended-game', shown?.roomId],
    queryFn: () => api.getRoom({ params: { roomId: shown!.roomId }, query: { view: 'compact' } }),
    enabled: isOver,
    retry: false,
    staleTime: Infinity,
  });
  if (!isOver && shown !== game) setShown(game);
  const next = useRef(game);
  next.current = game;
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setShown(next.current), STAYS);
    return () => clearTimeout(timer);
  }, [isOver]);
  const winner = isOver && room ? fromWireWinner(room.winner) : null;
  const record = isOver && room && 'record' in room ? { record: room.record } : {};
  return { shown: shown && { ...shown, ...record }, stamp: winner && STAMPS[winner] };
}

/** The running game with the highest ratings, else the exhibition of two bots; loaded only while it is in view. */
export default function LiveBoard() {
  const { ref, isInView } = useInView();
  const { data, isPending } = useWatchableGames(1, isInView);
  const { shown, stamp } = useShown(data?.games[0]);
  const total = data?.total ?? 0;
  const isOfBots = shown !== undefined && SIDES.every((side) => shown[side].isBot);
  return (
    <section ref={ref} aria-labelledby="live">
      <header className={home.liveHead}>
        <h2 id="live">{t(isPending ? 'now' : shown ? (isOfBots ? 'bots' : 'people') : 'none')}</h2>
        {total > 1 && <Link to="/watch">{t('all', { count: total })}</Link>}
      </header>
      {shown ? (
        <Game game={shown} stamp={stamp} />
      ) : isPending ? (
        <Skeleton className={home.liveCard} />
      ) : (
        <Card framed className={home.liveCard} />
      )}
    </section>
  );
}

function Game({ game, stamp }: { game: WatchableGame; stamp: StampedResult | null }) {
  const parsed = parseRecord(game.record, { ruleSet: ONLINE_RULE_SET });
  const played = parsed.ok ? parsed.value : null;
  const round = Math.floor((played ? plyCount(played) : 0) / 2) + 1;
  const names = { red: game.red.nickname, blue: game.blue.nickname };
  return (
    <Card framed className={home.liveCard}>
      <Link to={`/play/room/${game.roomId}`} className={styles.game} aria-label={t('game', names)}>
        <span className={styles.board}>
          <Thumbnail
            position={played && positionOf(played)}
            last={played && lastMove(played)}
            label={t('position')}
          />
          {stamp && <Stamp result={stamp} className={styles.stamp} />}
        </span>
        <span className={styles.words}>
          <span className={styles.state} data-over={stamp !== null}>
            {t(stamp ? 'over' : 'now')}
          </span>
          <span className={styles.round}>{t('round', { control: controlText(game), round })}</span>
          {SIDES.map((side) => (
            <Player key={side} side={side} player={game[side]} game={game} />
          ))}
          <span className={styles.watch}>
            <Icon name="eye" />
            {t('watch')}
          </span>
        </span>
      </Link>
    </Card>
  );
}

function Player({ side, player, game }: { side: Side; player: PublicUser; game: WatchableGame }) {
  const { data } = useRatingsOf(player.isBot ? [] : [player._id]);
  const ratings = data?.get(player._id);
  return (
    <span className={styles.player}>
      <Avatar file={player.avatar} size={38} />
      <span>
        <span className={styles.name}>
          <Seal tone={side}>{t(`seal.${side}`)}</Seal>
          <strong title={player.nickname}>{player.nickname}</strong>
        </span>
        <BotChip avatar={player.avatar} />
        {!player.isBot && ratings && (
          <Emblem level={shownLevel(ratings[timeClassOf(game)])} size={22} named />
        )}
      </span>
    </span>
  );
}
