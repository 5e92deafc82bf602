import type { PublicUser, TournamentGame } from '@doushouqi/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../client/api.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../../ui/Dialog.tsx';
import { timeText } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Seal } from '../../../ui/Marks.tsx';
import { t as uiText } from '../../../ui/texts.ts';
import styles from './GamesDialog.module.css';
import { t } from './texts.ts';

interface GamesDialogProps {
  /** Of the tournament. */
  id: string;
  open: boolean;
  onClose: () => void;
}

/** The games of a tournament in the order of their pairing; each leads to its review, a running one to its room. */
export default function GamesDialog({ id, open, onClose }: GamesDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const query = useInfiniteQuery({
    queryKey: ['tournament-games', id],
    queryFn: ({ pageParam }) =>
      api.listTournamentGames({ params: { id }, query: pageParam === 0 ? {} : { after: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: open,
    retry: false,
  });
  const games = query.data?.pages.flatMap((page) => page.games);
  return (
    <Dialog tall open={open} onClose={onClose} initialFocus={close}>
      <header className={styles.head}>
        <DialogTitle>{t('games.title')}</DialogTitle>
        <IconButton ref={close} icon="x" label={uiText('close')} onClick={onClose} />
      </header>
      <div className={styles.body}>
        {games && (
          <ul className={styles.games}>
            {games.map((game) => (
              <Game key={game.gameId} game={game} />
            ))}
          </ul>
        )}
        {games?.length === 0 && <p className={styles.none}>{t('games.empty')}</p>}
        {query.isPending && <Skeleton className={styles.skeleton} />}
        {query.error && (
          <p role="status" className={styles.none}>
            {t('games.failed')}
            <Button small icon="arrows-clockwise" onClick={() => void query.refetch()}>
              {t('games.retry')}
            </Button>
          </p>
        )}
        {query.hasNextPage && (
          <Button
            busy={query.isFetchingNextPage}
            className={styles.more}
            onClick={() => void query.fetchNextPage()}
          >
            {t(query.isFetchingNextPage ? 'games.loading' : 'games.more')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Game({ game }: { game: TournamentGame }) {
  const { gameId, roomId, round, red, blue, result, isForfeit, at } = game;
  const names = { red: red.nickname, blue: blue.nickname };
  const word = t(`games.result.${result ?? 'none'}`);
  const isReviewed = result !== null && result !== 'void';
  const content = (
    <>
      <span className={styles.when}>{round === null ? timeText(at) : t('games.round', { round })}</span>
      <Side side="red" user={red} isWinner={result === 'red'} />
      <span className={styles.result} data-running={result === null || undefined}>
        {word}
        {isForfeit && <small>{t('games.forfeit')}</small>}
      </span>
      <Side side="blue" user={blue} isWinner={result === 'blue'} />
    </>
  );
  if (result === 'void') return <li className={styles.game}>{content}</li>;
  return (
    <li>
      <Link
        to={isReviewed ? `/analysis?game=${encodeURIComponent(gameId)}` : `/play/room/${roomId}`}
        className={styles.game}
        aria-label={isReviewed ? t('games.review', { ...names, result: word }) : t('games.watch', names)}
      >
        {content}
      </Link>
    </li>
  );
}

interface SideProps {
  side: 'red' | 'blue';
  user: PublicUser;
  isWinner: boolean;
}

function Side({ side, user, isWinner }: SideProps) {
  return (
    <span className={styles.side} data-side={side} data-winner={isWinner || undefined}>
      <Seal tone={side}>{t(`games.seal.${side}`)}</Seal>
      <strong title={user.nickname}>{user.nickname}</strong>
    </span>
  );
}
