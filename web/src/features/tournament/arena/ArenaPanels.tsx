import type { OwnEntry, StandingsRow } from '@doushouqi/protocol';
import { controlText } from '../../../shared/pairing/pools.ts';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { ChatCard } from '../chat/Chat.tsx';
import { Facts } from '../Facts.tsx';
import { Head } from '../Head.tsx';
import layout from '../layout.module.css';
import { MoreCard } from '../results/MoreCard.tsx';
import { Podium } from '../results/Podium.tsx';
import { TopTable } from '../TopTable.tsx';
import { t as tournamentText } from '../texts.ts';
import { useFirstRows, useStandings } from '../use-standings.ts';
import { useUserId } from '../use-tournament.ts';
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
  const { phase, rated } = details;
  const words = { control: controlText(details.timeControl), rated: t(`rated.${rated}`) };
  const userId = useUserId();
  const rows = [...(standings.page.data?.rows ?? []), ...(standings.around.data?.rows ?? [])];
  const own =
    details.own &&
    withRow(
      details.own,
      rows.find(({ user }) => user._id === userId),
    );
  const first = useFirstRows(standings);
  return (
    <>
      <Card className={`${layout.panel} ${styles.arena}`} role="region" aria-label={details.name}>
        <Head details={details} facts={t(phase === 'running' ? 'facts' : 'factsShort', words)} />
        {isStale && (
          <p role="status" className={styles.note}>
            <Icon name="wifi-slash" />
            {tournamentText('failed.note')}
          </p>
        )}
        {phase === 'finished' && first.length > 0 && <Podium rows={first} />}
        {phase === 'coming' && <Facts details={details} />}
        <Standings details={{ ...details, own }} standings={standings} />
        <EntryFooter details={{ ...details, own }} entry={entry} rows={rows} />
      </Card>
      <div className={`${layout.side} ${styles.side}`} data-live={phase === 'running' || undefined}>
        {phase === 'running' && <TopTable details={details} />}
        {own && own.wins + own.draws + own.losses > 0 && <OwnCard own={own} />}
        <MoreCard details={details} />
        {!isPhone && <ChatCard id={details.id} />}
      </div>
    </>
  );
}

/** Returns the entry with what the standings know, which are newer. Pure. */
function withRow(own: OwnEntry, row: StandingsRow | undefined): OwnEntry {
  if (!row) return own;
  const { rank, points, wins, draws, losses, streak = own.streak } = row;
  return { ...own, rank, points, wins, draws, losses, streak };
}
