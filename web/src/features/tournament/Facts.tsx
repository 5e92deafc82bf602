import type { TournamentDetails } from '@doushouqi/protocol';
import { useNow } from '../../client/use-now.ts';
import { levelName } from '../../ui/level.ts';
import styles from './Facts.module.css';
import { spanText } from './sections.ts';
import { t } from './texts.ts';

/** What a player should know before the start: what its creator wrote, times, levels, rating. */
export function Facts({ details }: { details: TournamentDetails }) {
  const { description, startsAt, endsAt, timeControl, levels, rated, rounds } = details;
  const now = useNow();
  const range = levels && t('facts.levelsText', { from: levelName(levels.min), to: levelName(levels.max) });
  const facts = [
    [t('facts.when'), spanText(startsAt, endsAt, now)],
    [t('facts.control'), t('facts.controlText', { ...timeControl })],
    ...(rounds === null ? [] : [[t('facts.rounds'), t('facts.roundsText', { count: rounds })]]),
    [t('facts.levels'), range ?? t('facts.everyone')],
    [t('facts.rated'), t(`facts.ratedText.${rated}`)],
  ];
  return (
    <section className={styles.facts}>
      {description && <p>{description}</p>}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
