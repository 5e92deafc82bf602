import { type Announcement, announcementAt } from '@doushouqi/protocol';
import { whenText } from '../core/time-text.ts';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

/** When an announcement is shown, in words. */
function timesText({ from, until }: Announcement, shown: boolean, now: number): string {
  const end = until === null ? '' : `，${t('scheduled.until', { time: whenText(until, now) })}`;
  if (from > now) return t('scheduled.waits', { time: whenText(from, now) }) + end;
  return (shown ? t('scheduled.running') : t('scheduled.covered')) + end;
}

/** The announcements that run or wait, and the one of the file below them. */
export function Scheduled({ site, now, change, onEdit }: PanelProps & { onEdit: (id: string) => void }) {
  const { settings, files } = site;
  const shown = announcementAt(settings, now);
  const listed = settings.announcements
    .filter(({ until }) => until === null || until > now)
    .sort((a, b) => a.from - b.from);
  const withdraw = ({ id, zh }: Announcement): void =>
    change.ask({
      act: t('scheduled.withdrawAct'),
      hint: zh,
      change: ({ announcements }) => ({ announcements: announcements.filter((one) => one.id !== id) }),
    });
  const rows = listed.map((one) => ({
    key: one.id,
    isMarked: one === shown,
    cells: [
      <span key="text" className={styles.text} title={one.en ? `${one.zh}\n${one.en}` : one.zh}>
        {one.zh}
      </span>,
      timesText(one, one === shown, now),
      change.mayChange && (
        <div key="act" className={styles.acts}>
          <button type="button" onClick={() => onEdit(one.id)}>
            {t('scheduled.change')}
          </button>
          <button type="button" onClick={() => withdraw(one)}>
            {t('scheduled.withdraw')}
          </button>
        </div>
      ),
    ],
  }));
  const file = {
    key: 'file',
    isMarked: shown === null && files.announcement !== null && files.announcement !== '',
    cells: [
      <span key="text" className={styles.text}>
        {files.announcement === null
          ? t('scheduled.fileUnknown')
          : files.announcement || t('scheduled.fileNone')}
      </span>,
      t('scheduled.file'),
      null,
    ],
  };
  return (
    <Panel title={t('scheduled.title')}>
      <Table
        head={[t('scheduled.column.text'), t('scheduled.column.when'), <Hidden key="act" />]}
        rows={[...rows, file]}
      />
    </Panel>
  );
}

/** The name of the column of actions. */
function Hidden() {
  return <span className="visually-hidden">{t('scheduled.column.act')}</span>;
}
