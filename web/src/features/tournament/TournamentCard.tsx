import type { Tournament } from '@doushouqi/protocol';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { type Section, spanText } from './sections.ts';
import styles from './TournamentCard.module.css';
import { t } from './texts.ts';

interface TournamentCardProps {
  tournament: Tournament;
  section: Section;
  /** Epoch ms. */
  now: number;
}

const MONTH = new Intl.DateTimeFormat('zh-CN', { month: 'short' });

/** One tournament: when, how much time, what it is, who won. */
export function TournamentCard({ tournament, section, now }: TournamentCardProps) {
  const { name, description, startTime, endTime, timeControl, champion } = tournament;
  return (
    <Card className={styles.card} data-section={section}>
      <div className={styles.day} aria-hidden="true">
        <span>{MONTH.format(startTime)}</span>
        <strong>{new Date(startTime).getDate()}</strong>
      </div>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p className={styles.time}>
          <span className="visually-hidden">{t('time')}</span>
          {spanText(startTime, endTime, now)}
        </p>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.facts}>
          {section === 'running' && <Chip tone="jade">{t('sections.running')}</Chip>}
          <span title={t('timeControlHint', { ...timeControl })}>
            <Chip icon="timer">{t('timeControl', { ...timeControl })}</Chip>
          </span>
          {section === 'past' && (
            <Chip tone={champion ? 'gold' : 'default'} icon="trophy" className={styles.champion}>
              {champion ? t('champion', { name: champion }) : t('noChampion')}
            </Chip>
          )}
        </p>
      </div>
    </Card>
  );
}
