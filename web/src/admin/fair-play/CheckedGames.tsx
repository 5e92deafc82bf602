import type { CheckedGame, PublicUser } from '@doushouqi/protocol';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { serverNow } from '../../client/time.ts';
import { whenText } from '../core/time-text.ts';
import { Filter } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import styles from './FairPlay.module.css';
import { t } from './texts.ts';

interface CheckedGamesProps {
  /** Newest first. */
  games: readonly CheckedGame[];
  opponents: readonly PublicUser[];
}

/** The games of a check with their figures, the most suspicious first unless sorted by time. */
export function CheckedGames({ games, opponents }: CheckedGamesProps) {
  const [isByTime, setByTime] = useState(false);
  const now = serverNow();
  const sorted = isByTime ? games : [...games].sort((a, b) => b.evidence - a.evidence);
  const nameOf = (id: string) => opponents.find(({ _id }) => _id === id)?.nickname ?? id;
  return (
    <Panel
      title={t('games')}
      note={t('gamesNote', { count: games.length })}
      aside={
        <>
          <Filter isOn={!isByTime} onPress={() => setByTime(false)}>
            {t('suspicious')}
          </Filter>
          <Filter isOn={isByTime} onPress={() => setByTime(true)}>
            {t('newest')}
          </Filter>
        </>
      }
    >
      <Table
        head={[
          t('game.at'),
          t('game.opponent'),
          t('game.outcome'),
          t('game.rounds'),
          t('game.agreement'),
          t('game.mistakes'),
          t('game.seconds'),
          '',
        ]}
        rows={sorted.map((game) => ({
          key: game.gameId,
          cells: [
            whenText(game.at, now),
            <span key="opponent" className={styles.opponent}>
              <Link to={`/people/${game.opponentId}`}>{nameOf(game.opponentId)}</Link>
              <small>{game.opponentRating}</small>
            </span>,
            t(`game.${game.outcome}`),
            Math.ceil(game.plies / 2),
            <Agreement key="agreement" share={game.agreement} />,
            game.mistakes,
            secondsText(game),
            <a
              key="look"
              href={`/analysis?game=${encodeURIComponent(game.gameId)}`}
              target="_blank"
              rel="noopener"
            >
              {t('game.look')}
            </a>,
          ],
        }))}
      />
    </Panel>
  );
}

function secondsText({ seconds, spread }: CheckedGame): string {
  if (seconds === null) return '';
  return spread === null ? seconds.toFixed(1) : `${seconds.toFixed(1)} ± ${spread.toFixed(1)}`;
}

function Agreement({ share }: { share: number | null }) {
  if (share === null) return null;
  return (
    <span className={styles.share}>
      <meter value={share} />
      {t('share', { share: Math.round(100 * share) })}
    </span>
  );
}
