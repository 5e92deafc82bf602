import type { Way } from '@doushouqi/protocol';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { isReviewDue, markShown } from '../../../client/access.ts';
import { session, useIsMember } from '../../../client/session.ts';
import { t as appText } from '../../../client/texts.ts';
import { serverNow } from '../../../client/time.ts';
import { PageHeader } from '../../../shared/header/PageHeader.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import styles from './Access.module.css';
import { AccessDone } from './AccessDone.tsx';
import { AccessHeader } from './AccessHeader.tsx';
import { Changes } from './Changes.tsx';
import { Intro } from './Intro.tsx';
import { useAccess } from './queries.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { t } from './texts.ts';

/** Rows of the placeholder. */
const ROWS = [1, 2, 3, 4, 5];

/** What opens the account, and which of it stays. A guest's account has only its device. */
export default function AccessPage() {
  return useIsMember() ? <MembersPage /> : <Navigate to="/settings" replace />;
}

function MembersPage() {
  const navigate = useNavigate();
  const { data, isError, refetch } = useAccess();
  const [ended, setEnded] = useState<readonly Way[] | null>(null);
  // Also after the review, until the page closes.
  const wasDue = useRef(false);
  wasDue.current ||= isReviewDue();
  useEffect(() => {
    if (data) markShown(data.changes);
  }, [data]);
  const leave = () =>
    wasDue.current ? void navigate(...session.takeRedirect()) : void navigate('/settings', { replace: true });
  const reason = data?.review?.reason ?? (wasDue.current ? 'recovery' : 'none');
  const now = serverNow();
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      {wasDue.current ? (
        <AccessHeader title={t(`page.${reason}`)} />
      ) : (
        <PageHeader back="/settings" backLabel={t('backToSettings')} title={t(`page.${reason}`)} />
      )}
      {ended ? (
        <AccessDone ended={ended} onLeave={leave} />
      ) : (
        <main className={styles.main}>
          {data ? (
            <>
              <Intro access={data} now={now} />
              <ReviewForm access={data} now={now} onDone={setEnded} />
              <Changes changes={data.changes} now={now} />
            </>
          ) : (
            <Card className={styles.list}>
              {isError ? (
                <NotLoaded text={t('loadFailed')} onRetry={refetch} />
              ) : (
                ROWS.map((row) => <Skeleton key={row} className={styles.block} />)
              )}
            </Card>
          )}
        </main>
      )}
    </>
  );
}
