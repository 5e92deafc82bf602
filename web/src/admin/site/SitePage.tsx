import type { SiteState } from '@doushouqi/protocol';
import { useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { useSiteState } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { useNow } from '../core/use-now.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { CurvePanel } from './CurvePanel.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { MaintenancePanel } from './MaintenancePanel.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RecentPanel } from './RecentPanel.tsx';
import { Scheduled } from './Scheduled.tsx';
import { SeriesPanel } from './SeriesPanel.tsx';
import styles from './SitePage.module.css';
import { SwitchesPanel } from './SwitchesPanel.tsx';
import { t } from './texts.ts';
import { useChange } from './use-change.ts';

/** The site: what operators set for all, its figures and its health. */
export function SitePage() {
  const query = useSiteState();
  return (
    <Page title={common('pages.site')} lead={query.data && <Lead site={query.data} />}>
      <Loaded query={query}>{(site) => <Columns site={site} />}</Loaded>
    </Page>
  );
}

function Lead({ site: { health, version } }: { site: SiteState }) {
  const countOf = (state: string) => health.filter((one) => one.state === state).length;
  const [down, slow] = [countOf('down'), countOf('slow')];
  return (
    <>
      {down > 0 && (
        <Chip tone="red" icon="warning">
          {t('down', { count: down })}
        </Chip>
      )}
      {slow > 0 && (
        <Chip tone="gold" icon="warning">
          {t('slow', { count: slow })}
        </Chip>
      )}
      <span>
        {down + slow === 0 && `${t('fine')} · `}
        {t('version', { version })}
      </span>
    </>
  );
}

function Columns({ site }: { site: SiteState }) {
  const now = useNow();
  const change = useChange(site);
  /** Id of the announcement that is being changed. */
  const [edited, setEdited] = useState<string | null>(null);
  const shared = { site, now, change };
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {!change.mayChange && (
          <p className={styles.role}>
            <Icon name="lock-key" />
            {t('readOnlyRole')}
          </p>
        )}
        {change.mayChange && (
          <AnnouncementForm key={edited} {...shared} edited={edited} onDone={() => setEdited(null)} />
        )}
        <Scheduled {...shared} onEdit={setEdited} />
        <GroupPanel {...shared} />
      </div>
      <div className={styles.column}>
        <CurvePanel site={site} now={now} />
        <MaintenancePanel {...shared} />
        <SeriesPanel {...shared} />
      </div>
      <div className={styles.column}>
        <HealthPanel site={site} />
        <SwitchesPanel {...shared} />
        <RecentPanel site={site} now={now} />
      </div>
      <ReasonDialog change={change} />
    </div>
  );
}
