import { ApiError } from '@doushouqi/protocol';
import { type GameText, gameOfRecord, ownSideOf, type Side } from '@doushouqi/rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentAddress } from '../../client/address.ts';
import { api } from '../../client/api.ts';
import { session, useSession } from '../../client/session.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useNetwork } from '../../ui/use-browser.ts';
import styles from './RecordSource.module.css';
import { t } from './texts.ts';

type Kind = 'record' | 'shared' | 'game';

interface RecordSourceProps {
  kind: Kind;
  id: string;
  /** `own`: the user's side. */
  children: (game: GameText, own: Side | null) => ReactNode;
}

function recordOf(kind: Kind, id: string) {
  if (kind === 'record') return api.getRecord({ params: { id } });
  if (kind === 'game') return api.getRecordOfGame({ params: { gameId: id } });
  return api.getSharedRecord({ params: { shareId: id } });
}

/** Loads the stored game that the address names: an own game, a shared game, or any rated game. */
export function RecordSource({ kind, id, children }: RecordSourceProps) {
  const userId = useSession((state) => state.user?._id ?? null);
  const needsLogin = kind === 'record' && userId === null;
  const query = useQuery({
    queryKey: ['analysis', kind, id, userId],
    queryFn: async () => {
      const { record } = await recordOf(kind, id);
      return { game: gameOfRecord(record), own: ownSideOf(record, userId) };
    },
    enabled: !needsLogin,
    // A finished game does not change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400),
    structuralSharing: false,
  });
  const isOnline = useNetwork();
  if (needsLogin) return <Login />;
  if (query.data) {
    const { game, own } = query.data;
    return game.ok ? children(game.value, own) : <Problem what="damaged" />;
  }
  const retry = (): void => void query.refetch();
  if (!isOnline) return <Problem what="offline" onRetry={retry} />;
  if (query.isPending) return <Waiting />;
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return <Problem what={isMissing ? 'missing' : 'failed'} onRetry={isMissing ? undefined : retry} />;
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title={t('title')} />
      <main>{children}</main>
    </>
  );
}

function Waiting() {
  return (
    <Sheet>
      <Loading label={t('loading')} />
    </Sheet>
  );
}

interface ProblemProps {
  what: 'missing' | 'failed' | 'offline' | 'damaged';
  onRetry?: (() => void) | undefined;
}

function Problem({ what, onRetry }: ProblemProps) {
  return (
    <Sheet>
      <EmptyState
        animal="elephant"
        title={t(`source.${what}.title`)}
        text={t(`source.${what}.hint`)}
        action={
          <div className={styles.ways}>
            {onRetry && (
              <Button tone="primary" icon="arrows-clockwise" onClick={onRetry}>
                {t('source.retry')}
              </Button>
            )}
            <ButtonLink to="/analysis">{t('source.toAnalysis')}</ButtonLink>
          </div>
        }
      />
    </Sheet>
  );
}

/** The user's own games need a login, which returns to this page. */
function Login() {
  const navigate = useNavigate();
  const logIn = (): void => {
    session.requestLogin(currentAddress(), { why: 'record' });
    void navigate('/');
  };
  return (
    <Sheet>
      <EmptyState
        animal="cat"
        title={t('source.login.title')}
        text={t('source.login.hint')}
        action={
          <div className={styles.ways}>
            <Button tone="primary" icon="sign-in" onClick={logIn}>
              {t('source.toLogin')}
            </Button>
            <ButtonLink to="/analysis">{t('source.toAnalysis')}</ButtonLink>
          </div>
        }
      />
    </Sheet>
  );
}
