import type { SiteState } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { whenText } from '../core/time-text.ts';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

/** The last changes of the settings. */
export function RecentPanel({ site: { recent }, now }: { site: SiteState; now: number }) {
  return (
    <Panel title={t('recent.title')} aside={<Link to="/log">{t('recent.all')}</Link>}>
      {recent.length === 0 ? (
        <Notice text={t('recent.none')} />
      ) : (
        <ul className={styles.recent}>
          {recent.map(({ n, at, by, what, reason }) => (
            <li key={n} className={styles.change} title={reason}>
              <time>{whenText(at, now)}</time>
              <p>
                <b>{by}</b> {what}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
