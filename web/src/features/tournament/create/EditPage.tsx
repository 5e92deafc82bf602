import { ApiError, type TournamentDetails } from '@doushouqi/protocol';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../../client/session.ts';
import { t as appText } from '../../../client/texts.ts';
import { serverNow } from '../../../client/time.ts';
import { PageHeader } from '../../../shared/header/PageHeader.tsx';
import { QueryPage } from '../../../shared/ratings/Parts.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
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
    />
  );
}
