import { ApiError, type TournamentDetails } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { useSession } from '../../../client/session.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { confirm } from '../../../ui/confirm-store.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/toast-store.ts';
import { copyInvitation } from '../invitation.ts';
import { saveGames, saveStandings } from './downloads.ts';
import styles from './MoreCard.module.css';
import { t } from './texts.ts';

const GamesDialog = lazyPart(() => import('./GamesDialog.tsx'));

/** What else there is of a tournament: its address, games and downloads, and for its creator its change before the start. */
export function MoreCard({ details }: { details: TournamentDetails }) {
  const { id, phase, createdBy } = details;
  const [games, setGames] = useState<'unread' | 'open' | 'closed'>('unread');
  const isOwn = useSession(({ user }) => user !== null && user._id === createdBy?._id);
  return (
    <Card className={styles.card} role="region" aria-labelledby="more">
      <h2 id="more">{t('more.title')}</h2>
      {createdBy && <p className={styles.by}>{t('more.by', { name: createdBy.nickname })}</p>}
      <div className={styles.actions}>
        <Button small icon="link" onClick={() => copyInvitation(details)}>
          {t('more.copy')}
        </Button>
        {phase !== 'coming' && (
          <Button small icon="list-numbers" aria-haspopup="dialog" onClick={() => setGames('open')}>
            {t('more.games')}
          </Button>
        )}
        {phase === 'finished' && <Downloads details={details} />}
        {phase === 'coming' && isOwn && <OwnActions details={details} />}
      </div>
      <Suspense>
        {games !== 'unread' && (
          <GamesDialog id={id} open={games === 'open'} onClose={() => setGames('closed')} />
        )}
      </Suspense>
    </Card>
  );
}

type File = 'table' | 'records';

function Downloads({ details }: { details: TournamentDetails }) {
  const [busy, setBusy] = useState<{ file: File; page: number } | null>(null);
  const save = async (file: File): Promise<void> => {
    const onPage = (page: number) => setBusy({ file, page });
    const work =
      file === 'table'
        ? saveStandings(details, onPage)
        : saveGames(details, onPage).then((some) => {
            if (!some) toast.info(t('more.noRecords'));
          });
    await attempt(work, t('more.failed'));
    setBusy(null);
  };
  return (['table', 'records'] as const).map((file) => (
    <Button
      key={file}
      small
      icon="download-simple"
      busy={busy?.file === file}
      disabled={busy !== null && busy.file !== file}
      onClick={() => void save(file)}
    >
      {busy?.file === file && busy.page > 1 ? t('more.busy', { page: busy.page }) : t(`more.${file}`)}
    </Button>
  ));
}

function OwnActions({ details: { id, players } }: { details: TournamentDetails }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    const cancels = await confirm({
      title: t('more.cancelTitle'),
      message: t('more.cancelText', { count: players }),
      confirmText: t('more.cancel'),
      cancelText: t('more.keep'),
      type: 'error',
    });
    if (!cancels) return;
    setBusy(true);
    const isDone = await attempt(cancelled(id), t('more.cancelFailed'));
    setBusy(false);
    if (!isDone) return;
    toast.success(t('more.cancelled'));
    void queries.invalidateQueries({ queryKey: ['tournaments'] });
    await navigate('/tournament', { replace: true });
  };
  return (
    <>
      <ButtonLink small icon="pencil-simple" to={`/tournament/${id}/edit`}>
        {t('more.change')}
      </ButtonLink>
      <Button small tone="danger" icon="trash" busy={busy} onClick={() => void cancel()}>
        {t('more.cancel')}
      </Button>
    </>
  );
}

/** A tournament that is already gone counts as cancelled: the first reply may be lost. */
async function cancelled(id: string): Promise<void> {
  try {
    await api.cancelTournament({ params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
