import type { OwnEntry } from '@doushouqi/protocol';
import { Card } from '../../../ui/Card.tsx';
import styles from './OwnCard.module.css';
import { t } from './texts.ts';

/** `4 胜 3 负`, with draws if there are any. Pure. */
function resultsText({ wins, draws, losses }: OwnEntry): string {
  const parts = [
    t('own.wins', { count: wins }),
    ...(draws > 0 ? [t('own.draws', { count: draws })] : []),
    t('own.losses', { count: losses }),
  ];
  return parts.join(' ');
}

/** The viewer's rank, results and performance. */
export function OwnCard({ own }: { own: OwnEntry }) {
  return (
    <Card className={styles.card} role="region" aria-labelledby="own">
      <h2 id="own">{t('own.title')}</h2>
      <dl>
        <div>
          <dt>{t('own.rank')}</dt>
          <dd>{own.rank}</dd>
        </div>
        <div>
          <dt>{t('own.results')}</dt>
          <dd>{resultsText(own)}</dd>
        </div>
        <div>
          <dt>{t('own.performance')}</dt>
          <dd>{own.performance ?? t('own.none')}</dd>
        </div>
      </dl>
    </Card>
  );
}
