import { Link } from 'react-router-dom';
import type { PersonRecord } from '../core/queries.ts';
import { LogEntries } from '../log/LogEntries.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { t } from './texts.ts';

/** What operators did about a person. */
export function PersonLog({ record: { log, person } }: { record: PersonRecord }) {
  return (
    <Panel
      title={t('log.title')}
      note={t('log.note')}
      aside={
        log.length > 0 && (
          <Link to={`/log?${new URLSearchParams({ person: person._id })}`}>{t('log.all')}</Link>
        )
      }
    >
      {log.length === 0 ? <Notice text={t('log.none')} /> : <LogEntries entries={log} />}
    </Panel>
  );
}
