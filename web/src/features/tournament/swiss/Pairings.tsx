import type { PublicUser, SwissRound, TournamentDetails } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { useState } from 'react';
import { useSession } from '../../../client/session.ts';
import { Button, IconButton, IconLink } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Seal } from '../../../ui/Marks.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { Nothing } from './Nothing.tsx';
import styles from './Pairings.module.css';
import { scoreText } from './state.ts';
import { t } from './texts.ts';
import { useRound } from './use-round.ts';

type Pair = SwissRound['pairs'][number];

/** Tables that a phone shows at once. */
const FIRST = 12;

/** The pairings of a round; arrows turn to the other rounds. */
export function Pairings({ details }: { details: TournamentDetails }) {
  const { round: current } = details;
  const [chosen, setChosen] = useState<number | null>(null);
  const round = Math.min(chosen ?? current, current);
  const query = useRound(details, round);
  // A newer round is shown when it comes, unless an older one was chosen.
  const turn = (to: number): void => setChosen(to === current ? null : to);
  if (current === 0) return <p className={styles.empty}>{t('pairs.beforeStart')}</p>;
  const pairs = query.data?.pairs ?? [];
  const over = pairs.filter(({ result }) => result !== null).length;
  const counts = { over, running: pairs.length - over };
  return (
    <div className={styles.pairings}>
      <header className={styles.head}>
        <h2>{t('pairs.title', { round })}</h2>
        {query.data && (
          <p role="status">{t(counts.running > 0 ? 'pairs.counts' : 'pairs.allOver', counts)}</p>
        )}
        <span className={styles.arrows}>
          <IconButton
            icon="caret-left"
            label={t('pairs.previous')}
            disabled={round <= 1}
            onClick={() => turn(round - 1)}
          />
          <IconButton
            icon="caret-right"
            label={t('pairs.next')}
            disabled={round >= current}
            onClick={() => turn(round + 1)}
          />
        </span>
      </header>
      {query.data ? <Rows key={round} round={query.data} /> : <Nothing query={query} what="pairs" />}
    </div>
  );
}

function Rows({ round: { pairs, byes } }: { round: SwissRound }) {
  const me = useSession((state) => state.user?._id ?? null);
  const isPhone = useMedia(MEDIA.phone);
  const [isAll, setAll] = useState(false);
  const isMine = ({ red, blue }: Pair) => red._id === me || blue._id === me;
  const shown = isPhone && !isAll ? pairs.filter((pair, n) => n < FIRST || isMine(pair)) : pairs;
  return (
    <div className={styles.scroller}>
      <ol className={styles.rows}>
        {shown.map((pair) => (
          <Row key={pair.gameId} pair={pair} isMine={isMine(pair)} />
        ))}
        {byes.map(({ user, points }) => (
          <li key={user._id} className={cx(styles.bye, user._id === me && styles.mine)}>
            <span>{t('pairs.bye')}</span>
            <span className={styles.name} title={user.nickname}>
              {user.nickname}
            </span>
            <small>{t('pairs.byePoints', { points: points })}</small>
          </li>
        ))}
      </ol>
      {shown.length < pairs.length && (
        <Button small tone="quiet" className={styles.all} onClick={() => setAll(true)}>
          {t('pairs.all', { count: pairs.length })}
        </Button>
      )}
    </div>
  );
}

function Row({ pair, isMine }: { pair: Pair; isMine: boolean }) {
  const { table, gameId, roomId, red, blue, redPoints, bluePoints, result } = pair;
  const names = { red: red.nickname, blue: blue.nickname };
  const isRunning = result === null;
  return (
    <li className={cx(styles.row, isMine && styles.mine)}>
      <span className={styles.table} title={t('pairs.table', { table })}>
        {table}
      </span>
      <Player side="red" user={red} points={redPoints} isLoser={result === 'blue'} />
      <Score pair={pair} isMine={isMine} />
      <Player side="blue" user={blue} points={bluePoints} isLoser={result === 'red'} />
      {isRunning ? (
        <IconLink
          icon={isMine ? 'door' : 'eye'}
          to={`/play/room/${roomId}`}
          label={isMine ? t('pairs.mine') : t('pairs.watch', names)}
        />
      ) : pair.plies > 0 ? (
        <IconLink
          icon="list-numbers"
          to={`/analysis?game=${encodeURIComponent(gameId)}`}
          label={t('pairs.review', names)}
        />
      ) : (
        <span />
      )}
    </li>
  );
}

function Score({ pair, isMine }: { pair: Pair; isMine: boolean }) {
  const { result, isForfeit } = pair;
  if (result === null)
    return (
      <span className={styles.live} data-mine={isMine || undefined}>
        {t('pairs.running')}
      </span>
    );
  return (
    <span className={styles.score}>
      {scoreText(result) ?? t('pairs.void')}
      {isForfeit && <small>{t('pairs.forfeit')}</small>}
    </span>
  );
}

interface PlayerProps {
  side: Side;
  user: PublicUser;
  /** Before the round. */
  points: number;
  isLoser: boolean;
}

function Player({ side, user, points, isLoser }: PlayerProps) {
  return (
    <span className={styles.player} data-side={side} data-loser={isLoser || undefined}>
      <Seal tone={side}>{t(`pairs.${side}`)}</Seal>
      <span className={styles.name} title={user.nickname}>
        {user.nickname}
      </span>
      <small>{points}</small>
    </span>
  );
}
