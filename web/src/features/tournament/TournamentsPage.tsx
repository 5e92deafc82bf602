import type { Tournament } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { type Section, sectionsOf, spanText } from './sections.ts';
import styles from './TournamentsPage.module.css';
import { t } from './texts.ts';

/** Refresh intervals of the calendar, normally and after a failure, in ms. */
const REFRESH = 60_000;
const RETRY = 8_000;

/** Running, upcoming and past tournaments. */
export default function TournamentsPage() {
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
  const sections = sectionsOf(data);
  if (sections.length === 0) return <NothingYet />;
  return (
    <>
      {(error || offline) && (
        <p role="status" className={styles.note}>
          <Icon name={offline ? 'wifi-slash' : 'warning'} />
          {t('failed.note')}
        </p>
      )}
      {sections.map(({ section, tournaments }) => (
        <section key={section} className={styles.section}>
          <h2>{t(`sections.${section}`)}</h2>
          <ul>
            {tournaments.map((tournament) => (
              <li key={tournament.id}>
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
      <Skeleton className={styles.titleSkeleton} />
      {GHOSTS.map((name) => (
        <Skeleton key={name} className={styles.skeleton} />
      ))}
    </div>
  );
}

interface TournamentCardProps {
  tournament: Tournament;
  section: Section;
  /** Epoch ms. */
  now: number;
}

const MONTH = new Intl.DateTimeFormat('zh-CN', { month: 'short' });

/** A tournament: dates, time control, winners. */
function TournamentCard({ tournament, section, now }: TournamentCardProps) {
  const { name, startsAt, endsAt, timeControl, champion } = tournament;
  return (
    <Card className={styles.card} data-section={section}>
      <div className={styles.day} aria-hidden="true">
        <span>{MONTH.format(startsAt)}</span>
        <strong>{new Date(startsAt).getDate()}</strong>
      </div>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p className={styles.time}>
          <span className="visually-hidden">{t('time')}</span>
          {spanText(startsAt, endsAt, now)}
        </p>
        <p className={styles.details}>
          {section === 'running' && <Chip tone="jade">{t('sections.running')}</Chip>}
          <span title={t('timeControlHint', { ...timeControl })}>
            <Chip icon="timer">{t('timeControl', { ...timeControl })}</Chip>
          </span>
          {section === 'finished' && (
            <Chip tone={champion ? 'gold' : 'default'} icon="trophy" className={styles.champion}>
              {champion ? t('champion', { name: champion.nickname }) : t('noChampion')}
            </Chip>
          )}
        </p>
      </div>
    </Card>
  );
}

const PLACES = [
  { animal: 'tiger', place: 2 },
  { animal: 'lion', place: 1 },
  { animal: 'leopard', place: 3 },
] as const;

/** An empty podium with three animals. */
function Podium() {
  return (
    <div className={styles.podium} aria-hidden="true">
      {PLACES.map(({ animal, place }) => (
        <div key={animal} className={styles.place} data-place={place}>
          <img src={FACES[animal]} alt="" width={96} height={96} />
          <span>{place}</span>
        </div>
      ))}
    </div>
  );
}
