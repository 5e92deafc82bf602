import type { Tournament, TournamentDetails } from '@doushouqi/protocol';
import { t as appText } from '../../client/texts.ts';
import { useNow } from '../../client/use-now.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { ArenaPanels } from './arena/ArenaPanels.tsx';
import { RulesButton } from './arena/RulesButton.tsx';
import { Calendar, useCalendar } from './Calendar.tsx';
import { Head } from './Head.tsx';
import layout from './layout.module.css';
import { lineText } from './list-text.ts';
import { sectionsOf } from './sections.ts';
import styles from './TournamentsPage.module.css';
import { t } from './texts.ts';
import { useEntry } from './use-entry.ts';
import { useTournament } from './use-tournament.ts';

/** All tournaments; a wide window also shows the one that matters most to the viewer. */
export default function TournamentsPage() {
  const isCompact = useMedia(MEDIA.compact);
  const isPhone = useMedia(MEDIA.phone);
  const { data } = useCalendar();
  const chosen =
    data && !isCompact ? firstOf(sectionsOf(data).flatMap(({ tournaments }) => tournaments)) : undefined;
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')} isPlain>
        <RulesButton />
      </PageHeader>
      <main className={`${layout.main} ${chosen ? layout.listed : layout.only}`}>
        <div className={layout.list}>
          <Calendar hasBanner={isPhone} chosen={chosen?.id} />
        </div>
        {chosen && <Chosen key={chosen.id} id={chosen.id} />}
      </main>
    </>
  );
}

/** Returns the first one that the viewer plays, else the first one. Pure. */
function firstOf(tournaments: readonly Tournament[]): Tournament | undefined {
  const running = tournaments.filter(({ phase }) => phase === 'running');
  return running.find(({ mine }) => mine === 'active' || mine === 'paused') ?? running[0] ?? tournaments[0];
}

function Chosen({ id }: { id: string }) {
  const { data, error, fetchStatus } = useTournament(id);
  const entry = useEntry(id);
  if (!data) return <Skeleton className={layout.panel} />;
  if (data.kind === 'swiss') return <Summary details={data} />;
  return <ArenaPanels details={data} entry={entry} isStale={error !== null || fetchStatus === 'paused'} />;
}

/** A Swiss, which has a page of its own. */
function Summary({ details }: { details: TournamentDetails }) {
  return (
    <Card className={styles.summary}>
      <Head details={details} facts={lineText(details, useNow())} />
      <div className={styles.words}>
        {details.description && <p>{details.description}</p>}
        <ButtonLink tone="primary" wide to={`/tournament/${details.id}`}>
          {t('enterPage')}
        </ButtonLink>
      </div>
    </Card>
  );
}
