import type { RatedGame } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { QueryResult } from '../../shared/ratings/Parts.tsx';
import { useRatedGames } from '../../shared/ratings/player-queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayText, signed, timeText } from '../../ui/format.ts';
import { BotChip, Seal } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './LastGames.module.css';
import { t as playersText } from './texts.ts';

interface LastGamesProps {
  userId: string;
  /** The viewer, null for visitors: the own history has all games with their moves. */
  me: string | null;
  /** Epoch ms. */
  now: number;
}

/** The last rated games of a player. */
export function LastGames({ userId, me, now }: LastGamesProps) {
  const query = useRatedGames(userId);
  return (
    <Card role="region" aria-label={t('last.title')} className={styles.card}>
      <div className={styles.head}>
        <h2>{t('last.title')}</h2>
        {me === userId && <Link to="/history">{t('last.all')}</Link>}
      </div>
      <QueryResult query={query} skeleton={styles.skeleton}>
        {(games) =>
          games.length === 0 ? (
            <p className={styles.none}>{t('last.none')}</p>
          ) : (
            <ul>
              {games.map((game) => (
                <li key={game.gameId}>
                  <Row game={game} now={now} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Card>
  );
}

/** `今天` has a time, earlier days a date. */
function whenText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? timeText(at) : dayText(at, now);
}

function changeText(change: number): string {
  if (change === 0) return t('last.even');
  return t(change > 0 ? 'last.up' : 'last.down', { points: Math.abs(change) });
}

/** Link to a rated game, which is public. */
function Replay({ game: { gameId, opponent } }: { game: RatedGame }) {
  return (
    <IconLink
      icon="chart-line"
      label={playersText('replay', { name: opponent.nickname })}
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
        <BotChip avatar={opponent.avatar} />
        <span className={styles.seal}>
          <Seal tone={color}>{t(`last.${color}`)}</Seal>
          <span className="visually-hidden">{t(`record.${color}`)}</span>
        </span>
      </div>
      <span className={styles.reason}>
        {playersText('ended', { reason: uiText(`endReason.${endReason}`), rounds })}
      </span>
      <span className={styles.control}>{t('last.control', { ...timeControl })}</span>
      <strong className={styles.change} data-way={Math.sign(change)}>
        <span aria-hidden="true">{signed(change)}</span>
        <span className="visually-hidden">{changeText(change)}</span>
      </strong>
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {whenText(at, now)}
      </time>
      <Replay game={game} />
    </div>
  );
}

/** A character in a square: filled, hollow, or between. */
export function Verdict({ result }: { result: RatedGame['result'] }) {
  return (
    <span className={styles.verdict} data-result={result}>
      {t(`record.${result}`)}
    </span>
  );
}
