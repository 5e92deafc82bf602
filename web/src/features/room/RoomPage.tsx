import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useIntention } from '../../client/intention.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { TablePage } from '../../shared/table/TablePage.tsx';
import { TableSkeleton } from '../../shared/table/TableSkeleton.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { OnlineGame } from './online/online-game.ts';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomScreen.module.css';
import { RoomScreen } from './RoomScreen.tsx';
import { t } from './texts.ts';
import { useOnlineGame } from './use-online-game.ts';
import { useOnline, usePairName } from './use-open-room.ts';

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
  if (!game) return <Entering roomId={roomId} />;
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
  if (phase === 'ready') return <RoomScreen roomId={roomId} game={game} />;
  if (phase === 'loading') return <Entering roomId={roomId} />;
  if (phase === 'closed') return <Closed roomId={roomId} />;
  if (phase === 'free') return <FreeSeat roomId={roomId} game={game} />;
  if (phase !== 'missing') return <Failed roomId={roomId} game={game} how={phase} />;
  // A member may create the room, but a mistyped address must not create one.
  return game.userId === null || wasThere ? <Missing /> : <Unknown roomId={roomId} game={game} />;
}

function Entering({ roomId }: { roomId: string }) {
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
      <TableSkeleton label={t('loading')} />
    </TablePage>
  );
}

/** The bar over a room that is not loaded. */
function BareHeader({ roomId }: { roomId: string }) {
  const navigate = useNavigate();
  return <RoomHeader roomId={roomId} game={null} onBack={() => navigate('/play')} onRecord={null} />;
}

function Missing() {
  const navigate = useNavigate();
  useEffect(() => {
    toast.error(t('missing'));
    navigate('/play', { replace: true });
  }, [navigate]);
  return null;
}

/** An address without a room: the room is created only after confirmation. */
function Unknown({ roomId, game }: { roomId: string; game: OnlineGame }) {
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
      <main>
        <EmptyState
          animal="cat"
          title={t('unknown.title', { id: roomId })}
          text={t('unknown.hint')}
          action={
            <div className={styles.ways}>
              <Button tone="primary" icon="door" onClick={() => void game.start({}, true)}>
                {t('unknown.create')}
              </Button>
              <ButtonLink to="/play/room">{t('unknown.other')}</ButtonLink>
            </div>
          }
        />
      </main>
    </TablePage>
  );
}

/** A room with a free seat that the user did not ask for: any page may link to any room. */
function FreeSeat({ roomId, game }: { roomId: string; game: OnlineGame }) {
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
      <main>
        <EmptyState
          animal="dog"
          title={t('free.title', { id: roomId })}
          text={t('free.hint')}
          action={
            <div className={styles.ways}>
              <Button tone="primary" icon="door" onClick={() => void game.start(null, true)}>
                {t('free.enter')}
              </Button>
              <ButtonLink to="/play">{t('toMenu')}</ButtonLink>
            </div>
          }
        />
      </main>
    </TablePage>
  );
}

/** A running game that only its players may see. */
function Closed({ roomId }: { roomId: string }) {
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
      <main>
        <EmptyState
          animal="cat"
          title={t('closed.title')}
          text={t('closed.hint')}
          action={<ButtonLink to="/play">{t('toMenu')}</ButtonLink>}
        />
      </main>
    </TablePage>
  );
}

interface FailedProps {
  roomId: string;
  game: OnlineGame;
  how: 'failed' | 'damaged' | 'broken';
}

function Failed({ roomId, game, how }: FailedProps) {
  const failure = useOnline(game, (state) => state.failure);
  const again = (): void => {
    if (how === 'broken') window.location.reload();
    else void game.start();
  };
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
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
