import { useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useMedia } from '../../../ui/use-browser.ts';
import { ChatCard } from '../chat/Chat.tsx';
import { MoreCard } from '../results/MoreCard.tsx';
import { Podium } from '../results/Podium.tsx';
import { useFirstRows, useStandings } from '../use-standings.ts';
import type { TournamentViewProps } from '../view.ts';
import { Banner } from './Banner.tsx';
import { MyGames } from './MyGames.tsx';
import { OwnCard } from './OwnCard.tsx';
import { Pairings } from './Pairings.tsx';
import { Pips } from './Pips.tsx';
import { Standings } from './Standings.tsx';
import styles from './Swiss.module.css';
import { t } from './texts.ts';

type Sheet = 'standings' | 'pairs' | 'mine';

/** A Swiss that runs or has ended: own card, standings, pairings. */
export function RunningSwiss({ details, entry }: TournamentViewProps) {
  const standings = useStandings(details);
  const isPhone = useMedia(MEDIA.phone);
  const { own, phase, round } = details;
  const first = useFirstRows(standings);
  const podium = phase === 'finished' && first.length > 0 && <Podium rows={first} />;
  const rows = [...(standings.page.data?.rows ?? []), ...(standings.around.data?.rows ?? [])];
  const ownCard = <OwnCard {...{ details, entry, rows }} />;
  const table = <Standings details={details} standings={standings} />;
  const sheets: readonly Sheet[] = [
    ...(isPhone ? (['standings'] as const) : []),
    'pairs',
    ...(own ? (['mine'] as const) : []),
  ];
  const contents = {
    standings: table,
    pairs: <Pairings details={details} />,
    mine: <MyGames details={details} />,
  };
  const [chosen, setChosen] = useState<Sheet | null>(null);
  const shown = chosen !== null && sheets.includes(chosen) ? chosen : sheets[0]!;
  const tabs = (
    <Tabs
      value={shown}
      onChange={setChosen}
      className={styles.tabs}
      tabs={sheets.map((name) => ({ name, label: t(`tabs.${name}`), content: contents[name] }))}
    />
  );
  if (isPhone)
    return (
      <>
        {podium && <Card className={styles.podium}>{podium}</Card>}
        {ownCard}
        {round > 0 && <Pips details={details} isPlain />}
        <Card className={styles.sheets}>{tabs}</Card>
        <MoreCard details={details} />
      </>
    );
  return (
    <>
      <Card className={styles.panel} role="region" aria-label={details.name}>
        <Banner details={details} />
        {podium}
        {table}
      </Card>
      <div className={styles.side}>
        {ownCard}
        <Card className={styles.sheets}>{sheets.length > 1 ? tabs : contents.pairs}</Card>
        <MoreCard details={details} />
        <ChatCard id={details.id} />
      </div>
    </>
  );
}
