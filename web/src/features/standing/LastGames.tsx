import type { RatedGame } from '@doushouqi/protocol';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayText, timeText } from '../../ui/dates.ts';
import { Seal } from '../../ui/Marks.tsx';
import styles from './LastGames.module.css';
import { Loaded } from './Parts.tsx';
import { useRatedGames } from './player-queries.ts';
import { signed } from './signed.ts';

interface LastGamesProps {
  userId: string;
  /** Who looks, null for visitors: their own history has all games, with their moves. */
  me: string | null;
  /** Epoch ms. */
  now: number;
}

/** The last rated games of a player. */
export function LastGames({ userId, me, now }: LastGamesProps) {
  const { t } = useTranslation();
  const asked = useRatedGames(userId);
  return (
    <Card role="region" aria-label={t('standing.last.title')} className={styles.card}>
      <div className={styles.head}>
        <h2>{t('standing.last.title')}</h2>
        {me === userId && <Link to="/history">{t('standing.last.all')}</Link>}
      </div>
      <Loaded asked={asked} ghost={styles.ghost}>
        {(games) =>
          games.length === 0 ? (
            <p className={styles.none}>{t('standing.last.none')}</p>
          ) : (
            <ul className={styles.list}>
              {games.map((game) => (
                <li key={game.gameId}>
                  <Row game={game} now={now} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

/** `今天` is a time, anything before it a day. */
function whenText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? timeText(at) : dayText(at, now);
}

function changeText(t: TFunction, change: number): string {
  if (change === 0) return t('standing.last.even');
  return t(change > 0 ? 'standing.last.up' : 'standing.last.down', { points: Math.abs(change) });
}

/** Rated games are open to all, by an address that says which it is. */
function Replay({ game: { gameId, opponent } }: { game: RatedGame }) {
  const { t } = useTranslation();
  return (
    <IconLink
      icon="chart-line"
      label={t('players.replay', { name: opponent.nickname })}
      className={styles.replay}
      to={`/analysis?game=${encodeURIComponent(gameId)}`}
    />
  );
}

interface RowProps {
  game: RatedGame;
  now: number;
}

function Row({ game, now }: RowProps) {
  const { t } = useTranslation();
  const { at, color, opponent, result, endReason, rounds, timeControl, before, after } = game;
  const change = after - before;
  return (
    <div className={styles.row}>
      <Verdict result={result} />
      <Avatar file={opponent.avatar} size={34} />
      <div className={styles.who}>
        <Link to={`/player/${opponent._id}`} title={opponent.nickname}>
          {opponent.nickname}
        </Link>
        <span className={styles.seal}>
          <Seal tone={color}>{t(`standing.last.${color}`)}</Seal>
          <span className="visually-hidden">{t(`standing.record.${color}`)}</span>
        </span>
      </div>
      <span className={styles.reason}>
        {t('players.ended', { reason: t(`standing.last.reason.${endReason}`), rounds })}
      </span>
      <span className={styles.control}>{t('standing.last.control', { ...timeControl })}</span>
      <strong className={styles.change} data-way={Math.sign(change)}>
        <span aria-hidden="true">{signed(change)}</span>
        <span className="visually-hidden">{changeText(t, change)}</span>
      </strong>
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {whenText(at, now)}
      </time>
      <Replay game={game} />
    </div>
  );
}

/** One character in a square: filled, hollow, or between. */
export function Verdict({ result }: { result: RatedGame['result'] }) {
  const { t } = useTranslation();
  return (
    <span className={styles.verdict} data-result={result}>
      {t(`standing.record.${result}`)}
    </span>
  );
}
