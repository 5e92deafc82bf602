import { controlText } from '../../../shared/pairing/pools.ts';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { ChatCard } from '../chat/Chat.tsx';
import { Head } from '../Head.tsx';
import layout from '../layout.module.css';
import { MoreCard } from '../results/MoreCard.tsx';
import { Podium } from '../results/Podium.tsx';
import { TopTable } from '../TopTable.tsx';
import { t as tournamentText } from '../texts.ts';
import { useFirstRows, useStandings } from '../use-standings.ts';
import type { TournamentViewProps } from '../view.ts';
import styles from './ArenaPanels.module.css';
import { EntryFooter } from './EntryFooter.tsx';
import { OwnCard } from './OwnCard.tsx';
import { Standings } from './Standings.tsx';
import { t } from './texts.ts';

/** An arena: head, standings, own entry, and beside them the leaders' game and the viewer's results. */
export function ArenaPanels({ details, entry, isStale }: TournamentViewProps) {
  const standings = useStandings(details);
  const isPhone = useMedia(MEDIA.phone);
  const { own, phase, rated } = details;
  const words = { control: controlText(details.timeControl), rated: t(`rated.${rated}`) };
  const rows = [...(standings.page.data?.rows ?? []), ...(standings.around.data?.rows ?? [])];
  const first = useFirstRows(standings);
  return (
    <>
      <Card className={`${layout.panel} ${styles.arena}`} role="region" aria-label={details.name}>
        <Head details={details} facts={t(phase === 'finished' ? 'factsShort' : 'facts', words)} />
        {isStale && (
          <p role="status" className={styles.note}>
            <Icon name="wifi-slash" />
            {tournamentText('failed.note')}
          </p>
        )}
        {phase === 'finished' && first.length > 0 && <Podium rows={first} />}
        <Standings details={details} standings={standings} />
        <EntryFooter details={details} entry={entry} rows={rows} />
      </Card>
      <div className={`${layout.side} ${styles.side}`}>
        {phase !== 'finished' && <TopTable details={details} />}
        {own && own.wins + own.draws + own.losses > 0 && <OwnCard own={own} />}
        <MoreCard details={details} />
        {!isPhone && <ChatCard id={details.id} />}
      </div>
    </>
  );
}
