import { Link } from 'react-router-dom';
import { serverNow } from '../../client/time.ts';
import type { PersonRecord } from '../core/queries.ts';
import { whenText } from '../core/time-text.ts';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import { t } from './texts.ts';

type Games = PersonRecord['games'];

/** The last online games, each with a link to its record on the site. */
export function PersonGames({ games }: { games: Games }) {
  const now = serverNow();
  return (
    <Panel
      title={t('game.title')}
      note={games.length > 0 ? t('game.note', { count: games.length }) : undefined}
    >
      {games.length === 0 ? (
        <Notice text={t('game.none')} />
      ) : (
        <Table
          head={[t('game.at'), t('game.opponent'), t('game.outcome'), t('game.rounds'), '']}
          rows={games.map(({ gameId, at, opponent, outcome, plies }) => ({
            key: gameId,
            cells: [
              whenText(at, now),
              <Opponent key="opponent" opponent={opponent} />,
              t(`game.${outcome}`),
              Math.ceil(plies / 2),
              <a
                key="look"
                href={`/analysis?game=${encodeURIComponent(gameId)}`}
                target="_blank"
                rel="noopener"
              >
                {t('game.look')}
              </a>,
            ],
          }))}
        />
      )}
    </Panel>
  );
}

/** A deleted account has no page. */
function Opponent({ opponent: { _id, nickname } }: { opponent: Games[number]['opponent'] }) {
  if (_id === null) return `${nickname}（${t('game.gone')}）`;
  return <Link to={`/people/${_id}`}>{nickname}</Link>;
}
