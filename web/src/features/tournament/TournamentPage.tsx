import { ApiError } from '@doushouqi/protocol';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import styles from './TournamentPage.module.css';
import { t } from './texts.ts';
import { useEntry } from './use-entry.ts';
import { useTournament } from './use-tournament.ts';

const ArenaView = lazyPart(() => import('./ArenaView.tsx'));
const SwissView = lazyPart(() => import('./SwissView.tsx'));

/** A tournament, at its permanent address. */
export default function TournamentPage() {
  const { tournamentId = '' } = useParams();
  return <Tournament key={tournamentId} id={tournamentId} />;
}

function Tournament({ id }: { id: string }) {
  const { data, error, fetchStatus, refetch } = useTournament(id);
  const entry = useEntry(id);
  if (!data)
    return (
      <>
        <title>{`${t('title')} · ${appText('name')}`}</title>
        <PageHeader back="/tournament" backLabel={t('back')} title={t('title')} />
        <main className={styles.main}>
          {error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
            <EmptyState
              animal="elephant"
              title={t('missing.title')}
              text={t('missing.text')}
              action={<ButtonLink to="/tournament">{t('back')}</ButtonLink>}
            />
          ) : error || fetchStatus === 'paused' ? (
            <EmptyState
              animal="elephant"
              title={t('failed.one')}
              text={t(fetchStatus === 'paused' ? 'failed.offline' : 'failed.text')}
              action={
                <Button icon="arrows-clockwise" onClick={() => void refetch()}>
                  {t('failed.retry')}
                </Button>
              }
            />
          ) : (
            <Waiting />
          )}
        </main>
      </>
    );
  const View = data.kind === 'arena' ? ArenaView : SwissView;
  const isStale = error !== null || fetchStatus === 'paused';
  return (
    <>
      <title>{`${data.name} · ${appText('name')}`}</title>
      <Suspense fallback={<Waiting />}>
        <View details={data} entry={entry} isStale={isStale} />
      </Suspense>
      <PasswordDialog entry={entry} />
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t('loadingOne')} className={styles.waiting}>
      <Skeleton className={styles.skeleton} />
    </div>
  );
}
