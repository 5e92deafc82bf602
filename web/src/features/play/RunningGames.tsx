import { type CorrespondenceGame, fromWireSide, type PublicUser } from '@doushouqi/protocol';
import { otherSide, type PieceType, parseFen, type Side } from '@doushouqi/rules';
import { Suspense, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { squareName } from '../../board/geometry.ts';
import { hadGames } from '../../client/remembered-games.ts';
import { roomPath } from '../../client/rooms.ts';
import { useSession } from '../../client/session.ts';
import { animalOf } from '../../game/board-model.ts';
import { ownTurns, useGames, useMinute } from '../../shared/correspondence/games.ts';
import { t as paceText } from '../../shared/correspondence/pace-texts.ts';
import { ResultSlip } from '../../shared/correspondence/ResultSlip.tsx';
import { useResults } from '../../shared/correspondence/results.ts';
import { t as gameText } from '../../shared/correspondence/texts.ts';
import { isUrgent, leftText } from '../../shared/correspondence/time-words.ts';
import { QueryResult } from '../../shared/ratings/Parts.tsx';
import { useJoin } from '../../shared/rooms/use-join.ts';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { GuestChip } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './RunningGames.module.css';
import { t } from './running-texts.ts';

const NewRoomDialog = lazyPart(() => import('../../shared/rooms/NewRoomDialog.tsx'));

export interface RunningGamesProps {
  /** With games the card is the first of the page, without the last. */
  place: 'first' | 'last';
  /** Called when place and size are known. */
  onPlaced: () => void;
}

/** The correspondence games of the user, with a button that opens one; results come first on the page. */
export default function RunningGames(props: RunningGamesProps) {
  return (
    <>
      {props.place === 'first' && <Results />}
      <Running {...props} />
    </>
  );
}

/** Results of games that ended while the user was away. */
function Results() {
  const { results } = useResults();
  return (
    results.length > 0 && (
      <ul className={styles.results} aria-label={t('results')}>
        {results.map((result) => (
          <li key={result.gameId}>
            <ResultSlip result={result} />
          </li>
        ))}
      </ul>
    )
  );
}

/** The card of the games; one of the two places is empty. */
function Running({ place, onPlaced }: RunningGamesProps) {
  const userId = useSession(({ user }) => user?._id);
  const query = useGames();
  const hasGames = query.data ? query.data.games.length > 0 : hadGames(userId);
  // An empty list may be older than the user's first game.
  const isListed = !query.isFetching || (query.data?.games.length ?? 0) > 0;
  // Results stand above everything.
  const isPlaced = !useResults().isLoading && isListed;
  useLayoutEffect(() => {
    if (isPlaced) onPlaced();
  }, [isPlaced, onPlaced]);
  if (hasGames !== (place === 'first')) return null;
  if (userId === undefined) return <Empty />;
  return (
    <QueryResult query={query} skeleton={styles.skeleton}>
      {({ games, most }) => (games.length > 0 ? <Games {...{ games, most }} /> : <Empty />)}
    </QueryResult>
  );
}

/** Opens a new game; refused with the reason while the user has as many as allowed. */
function Begin({ full = null }: { full?: string | null }) {
  const { busy, create } = useJoin();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.begin}>
      {full && <p id="games-full">{full}</p>}
      <Button
        busy={busy !== undefined}
        disabled={full !== null}
        aria-describedby={full ? 'games-full' : undefined}
        onClick={() => setOpen(true)}
      >
        {t('begin')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewRoomDialog isCorrespondence onClose={() => setOpen(false)} onCreate={create} />
        </Suspense>
      )}
    </div>
  );
}

function Empty() {
  return (
    <Card className={styles.empty} role="region" aria-labelledby="games">
      <img src={FACES.elephant} alt="" width={96} height={96} />
      <h2 id="games">{t('empty')}</h2>
      <p>{t('emptyHint')}</p>
      <Begin />
    </Card>
  );
}

interface GamesProps {
  games: readonly CorrespondenceGame[];
  most: number;
}

function Games({ games, most }: GamesProps) {
  const mine = ownTurns(games);
  const others = games.filter(({ isMyTurn }) => !isMyTurn);
  const now = useMinute();
  return (
    <Card framed className={styles.card} role="region" aria-labelledby="games">
      <header className={styles.head}>
        <div>
          <h2 id="games">{t('title')}</h2>
          <span>{t('count', { count: games.length, most })}</span>
          <p>{t('hint')}</p>
        </div>
        <Begin full={games.length >= most ? gameText('full', { most }) : null} />
      </header>
      {mine.length > 0 && (
        <section aria-labelledby="my-turns">
          <h3 id="my-turns">
            {gameText('yourTurn')} <b className={styles.mine}>{mine.length}</b>
          </h3>
          <ul className={styles.turns}>
            {mine.map((game, index) => (
              <li key={game.roomId}>
                <OwnTurn {...{ game, now }} isFirst={index === 0} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="other-turns">
          <h3 id="other-turns">
            {t('others')} <b>{others.length}</b>
          </h3>
          <ul className={styles.rows}>
            {others.map((game) => (
              <li key={game.roomId}>
                <OtherTurn {...{ game, now }} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

interface GameProps {
  game: CorrespondenceGame;
  /** Epoch ms. */
  now: number;
}

function sideOf({ side }: CorrespondenceGame): Side {
  return side === null ? 'red' : fromWireSide(side);
}

function Position({ game }: { game: CorrespondenceGame }) {
  const parsed = parseFen(game.position);
  return (
    <span className={styles.board}>
      <Thumbnail
        position={parsed.ok ? parsed.value : null}
        label={t('position')}
        flipped={sideOf(game) === 'blue'}
        last={game.lastMove}
      />
    </span>
  );
}

/** The last move, `对方 猫 C2→C1 吃象`. */
function LastMove({ game: { lastMove, isMyTurn, side } }: { game: CorrespondenceGame }) {
  if (lastMove === null || side === null) return <span className={styles.move}>{t('noMove')}</span>;
  const own = fromWireSide(side);
  const { from, to, piece, captured } = lastMove;
  const taken = captured === null ? null : animalOf(captured as PieceType);
  return (
    <span className={styles.move}>
      {t(isMyTurn ? 'theirMove' : 'myMove')}
      <b data-side={isMyTurn ? otherSide(own) : own}>{uiText(`animal.${animalOf(piece as PieceType)}`)}</b>
      {squareName(from)}→{squareName(to)}
      {taken && (
        <>
          {t('captures')}
          <img src={FACES[taken]} alt={uiText(`animal.${taken}`)} width={18} height={18} />
        </>
      )}
    </span>
  );
}

/** A game in which the user has to move: the whole card leads to it. */
function OwnTurn({ game, now, isFirst }: GameProps & { isFirst: boolean }) {
  const { roomId, opponent, daysPerMove, ply, deadline } = game;
  const left = (deadline ?? now) - now;
  const pace = paceText('pace', { days: daysPerMove });
  return (
    <Link to={roomPath(roomId)} className={styles.turn}>
      <Position game={game} />
      <span className={styles.words}>
        <Opponent user={opponent} />
        <small>
          {t(`side.${sideOf(game)}`)} · {pace}
          <span className={styles.wide}> · {gameText('round', { round: Math.floor(ply / 2) + 1 })}</span>
        </small>
        <LastMove game={game} />
        <span className={styles.end}>
          <strong className={cx(styles.left, isUrgent(left) && styles.urgent)}>
            <Icon name="hourglass-medium" />
            {gameText('remaining', { left: leftText(left) })}
          </strong>
          <span className={cx(styles.go, isFirst && styles.first)} aria-hidden="true">
            {t('go')}
          </span>
          <Icon name="caret-right" className={styles.caret} />
        </span>
      </span>
    </Link>
  );
}

function Opponent({ user }: { user: PublicUser | null }) {
  return (
    <span className={styles.opponent}>
      <Avatar file={user?.avatar} size={34} />
      <strong>{user?.nickname}</strong>
      <GuestChip isGuest={user?.isGuest} />
    </span>
  );
}

/** A game in which the opponent has to move, or a room that waits for one. */
function OtherTurn({ game, now }: GameProps) {
  const { roomId, opponent, daysPerMove, deadline, side } = game;
  const pace = paceText('pace', { days: daysPerMove });
  return (
    <Link to={roomPath(roomId)} className={styles.row}>
      <Position game={game} />
      <span className={styles.words}>
        <span className={styles.name}>
          {side !== null && <i data-side={sideOf(game)}>{t(`seal.${sideOf(game)}`)}</i>}
          <strong>{opponent ? t('against', { name: opponent.nickname }) : t('room', { id: roomId })}</strong>
        </span>
        {opponent ? <LastMove game={game} /> : <span className={styles.move}>{t('waiting')}</span>}
        <small>
          {deadline !== null && `${t('theirTime', { left: leftText(deadline - now) })} · `}
          {pace}
        </small>
      </span>
      <Icon name="caret-right" />
    </Link>
  );
}
