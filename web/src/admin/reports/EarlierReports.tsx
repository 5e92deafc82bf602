import type { ReportRecord } from '@doushouqi/protocol';
import { serverNow } from '../../client/time.ts';
import { whenText } from '../core/time-text.ts';
import { t as decision } from '../decision/texts.ts';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import { t } from './texts.ts';

/** Reports of the last 90 days that are decided. */
export function EarlierReports({ reports }: { reports: readonly ReportRecord[] }) {
  const now = serverNow();
  return (
    <Panel title={t('earlier')} note={t('earlierCount', { count: reports.length })}>
      <Table
        head={[
          t('column.at'),
          t('column.kind'),
          t('column.violation'),
          t('column.content'),
          t('column.outcome'),
        ]}
        rows={reports.map(({ id, at, kind, violation, quote, state }) => ({
          key: id,
          cells: [
            whenText(at, now),
            t(`kind.${kind}`),
            decision(`violation.${violation}`),
            quote.content,
            t(`outcome.${state}`),
          ],
        }))}
      />
    </Panel>
  );
}
