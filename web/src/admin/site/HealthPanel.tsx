import type { SiteHealth, SiteState } from '@doushouqi/protocol';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { durationText } from '../core/time-text.ts';
import { Panel } from '../parts/Panel.tsx';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

const MINUTE = 60_000;

/** What is said of a part: how fast it answers, and what waits. */
function stateText(
  { name, state, ms, backlog, processes, connections }: SiteHealth,
  site: SiteState,
): string {
  if (state === 'down') return t('health.down');
  const { longestWait } = site.figures;
  const texts = [
    ...(state === 'slow' ? [t('health.slow')] : []),
    ...(processes !== null && connections !== null ? [t('health.nodes', { processes, connections })] : []),
    ...(backlog !== null && (backlog > 0 || ms === null) ? [t('health.backlog', { count: backlog })] : []),
    ...(name === 'pairing' && longestWait !== null && longestWait >= MINUTE
      ? [t('health.wait', { time: durationText(longestWait) })]
      : []),
  ];
  if (texts.length > 0) return texts.join('，');
  return ms === null ? t('health.up') : t('health.ms', { ms });
}

/** The parts of the product, with the mark of those that are slow or do not answer. */
export function HealthPanel({ site }: { site: SiteState }) {
  return (
    <Panel title={t('health.title')}>
      <ul className={styles.list}>
        {site.health.map((one) => (
          <li key={one.name}>
            {one.state === 'up' ? (
              <i className={styles.dot} />
            ) : (
              <span className={styles[one.state]}>
                <Icon name="warning" />
              </span>
            )}
            {t(`health.part.${one.name}`)}
            <span className={cx(styles.state, one.state !== 'up' && styles[one.state])}>
              {stateText(one, site)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
