import type { ReportRecord } from '@doushouqi/protocol';
import { serverNow } from '../../client/time.ts';
import { Chip } from '../../ui/Marks.tsx';
import { agoText } from '../core/time-text.ts';
import { t as decision } from '../decision/texts.ts';
import { Person } from '../parts/Person.tsx';
import styles from './Reporters.module.css';
import { t } from './texts.ts';

/** Who reported, as what, with which words. */
export function Reporters({ reports }: { reports: readonly ReportRecord[] }) {
  const people = new Set(reports.map(({ reporter }) => reporter._id));
  return (
    <>
      <h3 className={styles.title}>{t('by', { count: people.size })}</h3>
      <ul className={styles.list}>
        {reports.map(({ id, reporter, violation, note, weight, at }) => (
          <li key={id}>
            <Person person={reporter} />
            <Chip>{decision(`violation.${violation}`)}</Chip>
            {weight < 1 && (
              <span title={t('lightHint')}>
                <Chip tone="gold">{t('light')}</Chip>
              </span>
            )}
            <span className={styles.note} title={agoText(at, serverNow())}>
              {note === '' ? t('noNote') : t('note', { note })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
