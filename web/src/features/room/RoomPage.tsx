import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useIntention } from '../../client/intention.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { BareBar, TableFallback } from '../../shared/table/TableFallback.tsx';
import { TablePage } from '../../shared/table/TablePage.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast-store.ts';
import type { OnlineGame } from './online/online-game.ts';
import styles from './RoomScreen.module.css';
import { RoomScreen } from './RoomScreen.tsx';
import { t } from './texts.ts';
import { useOnlineGame } from './use-online-game.ts';
import { requestSeat, useOnline, usePairName } from './use-open-room.ts';

const FriendLink = lazyPart(async () => ({ default: (await import('./waiting.ts')).FriendLink }));
const FreeSeat = lazyPart(async () => ({ default: (await import('./waiting.ts')).FreeSeat }));
const NoRoom = lazyPart(async () => ({ default: (await import('./waiting.ts')).NoRoom }));

/** An online room. Its link shows it: members watch, and a press takes a free seat or creates a room. */
export default function RoomPage() {
  const { roomId = '' } = useParams();
  const userId = useSession((state) => state.user?._id ?? null);
  // Another room or another user is another game: the key resets all state.
  return <Room key={`${roomId} ${userId}`} roomId={roomId} userId={userId} />;
}

interface RoomProps {
  roomId: string;
  userId: string | null;
}

function Room({ roomId, userId }: RoomProps) {
  const creation = useIntention('create');
  const entry = useIntention('enter');
  const wish = creation?.of === roomId ? (creation.wish ?? {}) : null;
  const game = useOnlineGame(roomId, userId, wish, wish !== null || entry?.of === roomId);
  if (!game) return <Entering />;
  return (
    <>
      <Title roomId={roomId} game={game} />
      <Phase roomId={roomId} game={game} />
    </>
  );
}

function Title({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const name = usePairName(game) ?? t('title', { id: roomId });
  return <title>{`${name} · ${appText('name')}`}</title>;
}

function Phase({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const phase = useOnline(game, (state) => state.phase);
  const wasThere = useOnline(game, ({ local }) => local.room !== null);
  if (phase === 'ready') return <Loaded roomId={roomId} game={game} />;
  if (phase === 'loading') return <Entering />;
  if (phase === 'free') {
    const loading = <Entering />;
    return (
      <Suspense fallback={loading}>
        <FreeSeat {...{ roomId, game, loading }} />
      </Suspense>
    );
  }
  if (phase !== 'missing' && phase !== 'closed') return <Failed game={game} how={phase} />;
  if (phase === 'missing' && wasThere) return <Missing />;
  // A member may create the room, but a mistyped address must not create one.
  const absent = game.userId === null ? 'gone' : 'unknown';
  return (
    <TablePage header={<BareBar />}>
      <Suspense>
        <NoRoom
          roomId={roomId}
          why={phase === 'closed' ? 'closed' : absent}
          onCreate={() => void game.start({}, true)}
        />
      </Suspense>
    </TablePage>
  );
}

/** A room. A visitor who comes to a free seat chooses first how to come in. */
function Loaded({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const isInvited = useOnline(game, ({ status }) => status === 'waiting' && game.userId === null);
  const [isWatching, setWatching] = useState(!isInvited);
  const room = useOnline(game, ({ local }) => local.room);
  if (isWatching || !room) return <RoomScreen roomId={roomId} game={game} />;
  return (
    <Suspense fallback={<Entering />}>
      <FriendLink room={room} onSit={() => requestSeat(roomId)} onWatch={() => setWatching(true)} />
    </Suspense>
  );
}

function Entering() {
  return <TableFallback label={t('loading')} />;
}

function Missing() {
  const navigate = useNavigate();
  useEffect(() => {
    toast.error(t('missing'));
    navigate('/play', { replace: true });
  }, [navigate]);
  return null;
}

interface FailedProps {
  game: OnlineGame;
  how: 'failed' | 'damaged' | 'broken';
}

function Failed({ game, how }: FailedProps) {
  const failure = useOnline(game, (state) => state.failure);
  const again = (): void => {
    if (how === 'broken') window.location.reload();
    else void game.start();
  };
  return (
    <TablePage header={<BareBar />}>
      <main>
        <EmptyState
          animal="elephant"
          title={t(`${how}.title`)}
          text={failure ?? t(`${how}.hint`)}
          action={
            <div className={styles.ways}>
              <Button tone="primary" icon="arrows-clockwise" onClick={again}>
                {how === 'broken' ? appText('error.retry') : t('retry')}
              </Button>
              <ButtonLink to="/play">{t('toMenu')}</ButtonLink>
            </div>
          }
        />
      </main>
    </TablePage>
  );
}
