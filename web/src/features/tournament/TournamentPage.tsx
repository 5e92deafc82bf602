import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Podium } from './Podium.tsx';
import { sectionsAt } from './sections.ts';
import { TournamentCard } from './TournamentCard.tsx';
import styles from './TournamentPage.module.css';
import { t } from './texts.ts';

/** How often the calendar is looked at, and how often while it cannot be had. Milliseconds. */
const REFRESH = 60_000;
const RETRY = 8_000;

/** Tournaments that run, are to come and are over. */
export default function TournamentPage() {
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')} />
      <main className={styles.main}>
        <Calendar />
      </main>
    </>
  );
}

function Calendar() {
  const { data, error, dataUpdatedAt, fetchStatus, refetch } = useQuery({
    queryKey: ['tournaments'],
    queryFn: () => api.listTournaments(),
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY : REFRESH),
  });
  const offline = fetchStatus === 'paused';
  if (!data) {
    if (!offline && !error) return <CalendarSkeleton />;
    return (
      <EmptyState
        animal="elephant"
        title={t('failed.title')}
        text={t(offline ? 'failed.offline' : 'failed.text')}
        action={
          <Button icon="arrows-clockwise" onClick={() => void refetch()}>
            {t('failed.retry')}
          </Button>
        }
      />
    );
  }
  if (data.length === 0) return <NothingYet />;
  return (
    <>
      {(error || offline) && (
        <p role="status" className={styles.note}>
          <Icon name={offline ? 'wifi-slash' : 'warning'} />
          {t('failed.note')}
        </p>
      )}
      {sectionsAt(data, dataUpdatedAt).map(({ section, tournaments }) => (
        <section key={section} className={styles.section}>
          <h2>{t(`sections.${section}`)}</h2>
          <ul>
            {tournaments.map((tournament) => (
              <li key={tournament._id}>
                <TournamentCard tournament={tournament} section={section} now={dataUpdatedAt} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function NothingYet() {
  return (
    <div className={styles.nothing}>
      <Podium />
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.text')}</p>
      <ButtonLink to="/" icon="house">
        {appText('backHome')}
      </ButtonLink>
    </div>
  );
}

const GHOSTS = ['first', 'second', 'third'];

function CalendarSkeleton() {
  return (
    <div role="status" aria-label={t('loading')} className={styles.section}>
      <Skeleton className={styles.ghostTitle} />
      {GHOSTS.map((name) => (
        <Skeleton key={name} className={styles.ghost} />
      ))}
    </div>
  );
}
