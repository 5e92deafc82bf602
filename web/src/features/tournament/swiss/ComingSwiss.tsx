import { Card } from '../../../ui/Card.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { Rank } from '../../../ui/Rank.tsx';
import { useMedia } from '../../../ui/use-browser.ts';
import { ChatCard } from '../chat/Chat.tsx';
import { MoreCard } from '../results/MoreCard.tsx';
import { useStandings } from '../use-standings.ts';
import type { TournamentViewProps } from '../view.ts';
import { Banner } from './Banner.tsx';
import { Conditions } from './Conditions.tsx';
import { EnterCard } from './EnterCard.tsx';
import { Entrants } from './Entrants.tsx';
import { RulesList } from './RulesList.tsx';
import styles from './Swiss.module.css';
import { Track } from './Track.tsx';
import { t } from './texts.ts';

const PRIZES = ['gold', 'silver', 'bronze'] as const;

/** A Swiss before its start: entry, check-in, players. */
export function ComingSwiss({ details, entry }: TournamentViewProps) {
  const standings = useStandings(details);
  const isPhone = useMedia(MEDIA.phone);
  const isStamped = entry.hasCheckedIn && details.own?.isCheckedIn === true;
  const entrants = <Entrants {...{ details, standings, isStamped }} />;
  if (isPhone)
    return (
      <>
        <Banner details={details} />
        <Card>
          <Track details={details} />
        </Card>
        <Conditions details={details} />
        {details.description && <About details={details} />}
        <Card className={styles.list}>{entrants}</Card>
        <MoreCard details={details} />
        <EnterCard details={details} entry={entry} />
      </>
    );
  return (
    <>
      <Card className={styles.panel} role="region" aria-label={details.name}>
        <Banner details={details} />
        <div className={styles.track}>
          <Track details={details} />
        </div>
        {entrants}
      </Card>
      <div className={styles.side}>
        <EnterCard details={details} entry={entry} />
        <Conditions details={details} />
        <Card className={styles.rules}>
          <h2>{t('rulesTitle')}</h2>
          <RulesList details={details} />
        </Card>
        <Card className={styles.prizes}>
          <h2>{t('prizes.title')}</h2>
          <ol>
            {PRIZES.map((prize, n) => (
              <li key={prize}>
                <Rank rank={n + 1} />
                {t(`prizes.${prize}`)}
              </li>
            ))}
          </ol>
          <p>{t('prizes.note')}</p>
        </Card>
        <MoreCard details={details} />
        <ChatCard id={details.id} />
      </div>
    </>
  );
}

function About({ details: { description, createdBy } }: Pick<TournamentViewProps, 'details'>) {
  return (
    <Card className={styles.about}>
      <h2>{t('about')}</h2>
      <p>{description}</p>
      {createdBy && <small>{t('by', { name: createdBy.nickname })}</small>}
    </Card>
  );
}
