import type { SwissRound, TournamentDetails } from '@doushouqi/protocol';
import { useSession } from '../../../client/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { IconLink } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Seal } from '../../../ui/Marks.tsx';
import { CellMark } from './CellMark.tsx';
import styles from './MyGames.module.css';
import { type OwnRound, ownRoundOf } from './state.ts';
import { t } from './texts.ts';
import { useRounds } from './use-round.ts';

/** The viewer's games, round by round. */
export function MyGames({ details }: { details: TournamentDetails }) {
  const me = useSession((state) => state.user?._id ?? '');
  const rounds = useRounds(details);
  if (rounds.length === 0) return <p className={styles.empty}>{t('mine.empty')}</p>;
  return (
    <ol className={styles.list}>
      {rounds.map(({ data }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the round
        <li key={n}>
          {data ? (
            <Game game={ownRoundOf(data, me)} />
          ) : (
            <div role="status" aria-label={t('mine.loading')} className={styles.waiting}>
              <Skeleton />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function Game({ game: { round, cell, pair, side } }: { game: OwnRound }) {
  const opponent = pair?.[side === 'red' ? 'blue' : 'red'];
  return (
    <>
      <span className={styles.round}>{t('table.round', { round })}</span>
      <CellMark cell={cell} round={round} />
      {pair && opponent ? (
        <>
          <Seal tone={side}>{t(`pairs.${side}`)}</Seal>
          <Avatar file={opponent.avatar} size={26} />
          <span className={styles.name} title={opponent.nickname}>
            {t('mine.against', { name: opponent.nickname })}
          </span>
          <Way pair={pair} />
        </>
      ) : (
        <span className={styles.none}>{t(`cell.${cell}.name`)}</span>
      )}
    </>
  );
}

function Way({ pair }: { pair: SwissRound['pairs'][number] }) {
  const names = { red: pair.red.nickname, blue: pair.blue.nickname };
  if (pair.result === null)
    return <IconLink icon="door" to={`/play/room/${pair.roomId}`} label={t('own.back')} />;
  if (pair.plies === 0) return null;
  return (
    <IconLink
      icon="list-numbers"
      to={`/analysis?game=${encodeURIComponent(pair.gameId)}`}
      label={t('pairs.review', names)}
    />
  );
}
