import '../../i18n/table-texts.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useSession } from '../../app/session.ts';
import type { OnlineGame } from '../../game/online/online-game.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toast } from '../../ui/toast-store.ts';
import { TablePage } from '../table/TablePage.tsx';
import { TableSkeleton } from '../table/TableSkeleton.tsx';
import { RoomHeader } from './RoomHeader.tsx';
import styles from './RoomScreen.module.css';
import { RoomScreen } from './RoomScreen.tsx';
import { useOnlineGame } from './use-online-game.ts';
import { useOnline } from './use-open-room.ts';

/** An online room. The link alone is enough: members join, visitors watch (spec §2, §6). */
export default function RoomPage() {
  const { roomId = '' } = useParams();
  const userId = useSession((state) => state.user?._id ?? null);
  // Another room or another person is another game: nothing of the old one may stay.
  return <Room key={`${roomId} ${userId}`} roomId={roomId} userId={userId} />;
}

function Room({ roomId, userId }: { roomId: string; userId: string | null }) {
  const { t } = useTranslation();
  const game = useOnlineGame(roomId, userId);
  return (
    <>
      <title>{`${t('room.title', { id: roomId })} · ${t('app.name')}`}</title>
      {game ? <Phase roomId={roomId} game={game} /> : <Entering roomId={roomId} />}
    </>
  );
}

function Phase({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const phase = useOnline(game, (state) => state.phase);
  if (phase === 'ready') return <RoomScreen roomId={roomId} game={game} />;
  if (phase === 'failed') return <Failed roomId={roomId} game={game} />;
  return phase === 'missing' ? <Missing /> : <Entering roomId={roomId} />;
}

function Entering({ roomId }: { roomId: string }) {
  const { t } = useTranslation();
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
      <TableSkeleton label={t('room.loading')} />
    </TablePage>
  );
}

/** The bar over a room that is not there. */
function BareHeader({ roomId }: { roomId: string }) {
  const navigate = useNavigate();
  return <RoomHeader roomId={roomId} game={null} onBack={() => navigate('/play')} onRecord={null} />;
}

function Missing() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    toast.error(t('room.missing'));
    navigate('/play', { replace: true });
  }, [navigate, t]);
  return null;
}

function Failed({ roomId, game }: { roomId: string; game: OnlineGame }) {
  const { t } = useTranslation();
  const failure = useOnline(game, (state) => state.failure);
  return (
    <TablePage header={<BareHeader roomId={roomId} />}>
      <main>
        <EmptyState
          animal="elephant"
          title={t('room.failed')}
          text={failure ?? t('room.failedHint')}
          action={
            <div className={styles.ways}>
              <Button tone="primary" icon="arrows-clockwise" onClick={() => void game.start()}>
                {t('room.retry')}
              </Button>
              <ButtonLink to="/play">{t('room.toMenu')}</ButtonLink>
            </div>
          }
        />
      </main>
    </TablePage>
  );
}
