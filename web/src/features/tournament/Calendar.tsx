import type { ReactNode } from 'react';
import { useIsMember } from '../../client/session.ts';
import { useTournaments } from '../../shared/tournament/queries.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './Calendar.module.css';
import { sectionsOf } from './sections.ts';
import { TournamentIcon } from './TournamentIcon.tsx';
import { RunningBanner, TournamentList } from './TournamentList.tsx';
import { t } from './texts.ts';

/** Refresh intervals of the list, normally and after a failure, in ms. */
const REFRESH = 30_000;
const RETRY = 8_000;

/** The query of the list of the page. */
export function useCalendar() {
  return useTournaments(REFRESH, RETRY);
}

interface CalendarProps {
  /** Id of the tournament beside the list. */
  chosen?: string | undefined;
  /** The viewer's running tournament stands above the list. */
  hasBanner?: boolean;
}

/** The card with all tournaments. */
export function Calendar({ chosen, hasBanner = false }: CalendarProps) {
  const query = useCalendar();
  const { data, error, fetchStatus, refetch } = query;
  const isMember = useIsMember();
  const offline = fetchStatus === 'paused';
  const sections = data && sectionsOf(data);
  const running = sections?.find(({ section }) => section === 'running')?.tournaments ?? [];
  const first = hasBanner ? (running.find(({ mine }) => mine !== null) ?? running[0]) : undefined;
  const listed = sections
    ?.map(({ section, tournaments }) => ({
      section,
      tournaments: tournaments.filter(({ id }) => id !== first?.id),
    }))
    .filter(({ tournaments }) => tournaments.length > 0);
  return (
    <>
      {first && <RunningBanner tournament={first} />}
      <Card framed className={styles.card} role="region" aria-labelledby="tournaments">
        <header className={styles.head}>
          <h2 id="tournaments">{t('list')}</h2>
          {isMember && (
            <ButtonLink small to="/tournament/new">
              <TournamentIcon name="plus" />
              {t('create')}
            </ButtonLink>
          )}
        </header>
        {data && (error || offline) && (
          <p role="status" className={styles.note}>
            <Icon name={offline ? 'wifi-slash' : 'warning'} />
            {t('failed.note')}
          </p>
        )}
        {listed ? (
          listed.length > 0 ? (
            <div className={styles.rows}>
              <TournamentList sections={listed} chosen={chosen} />
            </div>
          ) : first ? null : (
            <NothingYet />
          )
        ) : error || offline ? (
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
        ) : (
          <Waiting />
        )}
      </Card>
    </>
  );
}

const GHOSTS = ['first', 'second', 'third', 'fourth'];

function Waiting(): ReactNode {
  return (
    <div role="status" aria-label={t('loading')} className={styles.waiting}>
      {GHOSTS.map((name) => (
        <Skeleton key={name} className={styles.skeleton} />
      ))}
    </div>
  );
}

function NothingYet() {
  return (
    <div className={styles.nothing}>
      <Podium />
      <h3>{t('empty.title')}</h3>
      <p>{t('empty.text')}</p>
    </div>
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
