import '../../i18n/tournament-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api.ts';
import { PageHeader } from '../../app/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Podium } from './Podium.tsx';
import { sectionsAt } from './sections.ts';
import { TournamentCard } from './TournamentCard.tsx';
import styles from './TournamentPage.module.css';

/** How often the calendar is looked at, and how often while it cannot be had. Milliseconds. */
const REFRESH = 60_000;
const RETRY = 8_000;

/** Tournaments that run, are to come and are over. */
export default function TournamentPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{`${t('tournament.title')} · ${t('app.name')}`}</title>
      <PageHeader title={t('tournament.title')} />
      <main className={styles.main}>
        <Calendar />
      </main>
    </>
  );
}

function Calendar() {
  const { t } = useTranslation();
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
        title={t('tournament.failed.title')}
        text={t(offline ? 'tournament.failed.offline' : 'tournament.failed.text')}
        action={
          <Button icon="arrows-clockwise" onClick={() => void refetch()}>
            {t('tournament.failed.retry')}
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
          {t('tournament.failed.note')}
        </p>
      )}
      {sectionsAt(data, dataUpdatedAt).map(({ section, tournaments }) => (
        <section key={section} className={styles.section}>
          <h2>{t(`tournament.sections.${section}`)}</h2>
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
  const { t } = useTranslation();
  return (
    <div className={styles.nothing}>
      <Podium />
      <h2>{t('tournament.empty.title')}</h2>
      <p>{t('tournament.empty.text')}</p>
      <ButtonLink to="/" icon="house">
        {t('app.backHome')}
      </ButtonLink>
    </div>
  );
}

const GHOSTS = ['first', 'second', 'third'];

function CalendarSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('tournament.loading')} className={styles.section}>
      <Skeleton className={styles.ghostTitle} />
      {GHOSTS.map((name) => (
        <Skeleton key={name} className={styles.ghost} />
      ))}
    </div>
  );
}
