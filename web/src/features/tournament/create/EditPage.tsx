import { ApiError, type TournamentDetails } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { made } from '../../../client/made.ts';
import { useSession } from '../../../client/session.ts';
import { t as appText } from '../../../client/texts.ts';
import { serverNow } from '../../../client/time.ts';
import { PageHeader } from '../../../shared/header/PageHeader.tsx';
import { QueryPage } from '../../../shared/ratings/Parts.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm-store.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useTournament } from '../use-tournament.ts';
import styles from './CreatePage.module.css';
import { draftOf } from './draft.ts';
import { FormSheet } from './FormSheet.tsx';
import { t } from './texts.ts';

/** Where the creator of a tournament changes it before the start. */
export function EditPage({ id }: { id: string }) {
  const query = useTournament(id);
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <title>{`${t('change')} · ${appText('name')}`}</title>
      <PageHeader back={`/tournament/${id}`} backLabel={t('edit.toTournament')} title={t('change')} />
      <main className={styles.main}>
        {isGone ? (
          <Nothing reason="gone" />
        ) : (
          <QueryPage query={query} skeleton={styles.skeleton}>
            {(details) => <Edit key={details.id} details={details} />}
          </QueryPage>
        )}
      </main>
    </>
  );
}

function Nothing({ reason, id }: { reason: 'gone' | 'notYours' | 'begun'; id?: string }) {
  return (
    <EmptyState
      animal="elephant"
      title={t(`edit.${reason}`)}
      action={
        <ButtonLink to={id === undefined ? '/tournament' : `/tournament/${id}`}>
          {t(id === undefined ? 'edit.toList' : 'edit.toTournament')}
        </ButtonLink>
      }
    />
  );
}

function Edit({ details }: { details: TournamentDetails }) {
  const { id, isOwn, phase } = details;
  const userId = useSession((state) => state.user?._id ?? '');
  const navigate = useNavigate();
  const [first] = useState(() => draftOf(details, serverNow()));
  if (!isOwn) return <Nothing reason="notYours" id={id} />;
  if (phase !== 'coming') return <Nothing reason="begun" id={id} />;
  return (
    <FormSheet
      first={first}
      owner={{ userId, of: id }}
      back={`/tournament/${id}`}
      onDone={() => {
        toast.success(t('saved'));
        void navigate(`/tournament/${id}`, { replace: true });
      }}
    >
      <Cancel {...details} />
    </FormSheet>
  );
}

function Cancel({ id, name, players }: Pick<TournamentDetails, 'id' | 'name' | 'players'>) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('edit.cancelTitle', { name }),
      message: t('edit.cancelText', { count: players }),
      confirmText: t('edit.cancelConfirm'),
      cancelText: t('edit.keep'),
    });
    if (!isSure) return;
    setBusy(true);
    const call = made(api.cancelTournament({ params: { id } }))
      // The reply to an earlier press was lost.
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      })
      .then(() => undefined);
    const isDone = await attempt(call, t('edit.notCancelled'));
    setBusy(false);
    if (!isDone) return;
    toast.success(t('edit.cancelled'));
    void queries.invalidateQueries({ queryKey: ['tournaments'] });
    void navigate('/tournament', { replace: true });
  };
  return (
    <Button tone="danger" icon="trash" className={styles.cancel} busy={isBusy} onClick={() => void cancel()}>
      {t('edit.cancel')}
    </Button>
  );
}
