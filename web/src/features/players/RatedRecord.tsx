import {
  RATING_DEFS,
  type RecordTotals,
  type RouteReply,
  type Routes,
  TIME_CLASSES,
} from '@doushouqi/protocol';
import { SIDES, type Side } from '@doushouqi/rules';
import { Fragment, type ReactNode } from 'react';
import { QueryResult, WinBar } from '../../shared/ratings/Parts.tsx';
import { useRatedRecord } from '../../shared/ratings/player-queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Card } from '../../ui/Card.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { sumOf } from './parts.tsx';
import styles from './RatedRecord.module.css';
import { t as playersText } from './texts.ts';

type Known = RouteReply<Routes['getRatedRecord']>;
const LEGEND = ['win', 'draw', 'loss'] as const;

/** Results of a player's rated games, by color and by time class. */
export function RatedRecord({ userId }: { userId: string }) {
  const query = useRatedRecord(userId);
  return (
    <Card role="region" aria-label={t('record.title')} className={styles.card}>
      <div className={styles.head}>
        <h2>{t('record.title')}</h2>
        {query.data && <Details known={query.data} />}
        <ul className={styles.legend} aria-hidden="true">
          {LEGEND.map((part) => (
            <li key={part}>
              <i data-part={part} />
              {t(`record.${part}`)}
            </li>
          ))}
        </ul>
      </div>
      <QueryResult query={query} skeleton={styles.skeleton}>
        {(known) => <Lines known={known} />}
      </QueryResult>
    </Card>
  );
}

/** Figures of all rated games; unknown ones are omitted. */
function Details({ known }: { known: Known }) {
  const { averageRounds, bestStreak } = known;
  const count = sumOf(TIME_CLASSES.flatMap((name) => [known[name].red, known[name].blue])).games;
  if (count === 0) return null;
  return (
    <p className={styles.details}>
      <span>{playersText('record.games', { count })}</span>
      {averageRounds !== null && <span>{playersText('record.rounds', { count: averageRounds })}</span>}
      {bestStreak !== null && (
        <span title={playersText('record.hint')}>{playersText('record.streak', { count: bestStreak })}</span>
      )}
    </p>
  );
}

/** A row for each time class, with a side before it. */
function Lines({ known }: { known: Known }) {
  return (
    <dl className={styles.lines}>
      {TIME_CLASSES.map((name, row) => (
        <Fragment key={name}>
          {SIDES[row] && <SideLine known={known} side={SIDES[row]} />}
          <Line name={RATING_DEFS[name].name} totals={sumOf([known[name].red, known[name].blue])} />
        </Fragment>
      ))}
    </dl>
  );
}

function SideLine({ known, side }: { known: Known; side: Side }) {
  const mark = <Seal tone={side}>{t(`last.${side}`)}</Seal>;
  const totals = sumOf(TIME_CLASSES.map((name) => known[name][side]));
  return <Line name={t(`record.${side}`)} mark={mark} totals={totals} />;
}

interface LineProps {
  name: string;
  mark?: ReactNode;
  totals: RecordTotals;
}

function Line({ name, mark, totals }: LineProps) {
  const { games, wins, draws, losses } = totals;
  return (
    <div className={styles.line}>
      <dt>
        {mark}
        {name}
      </dt>
      <dd>
        <WinBar {...totals} />
        <span className={styles.words}>
          {games === 0 ? t('record.none') : t('record.text', { wins, draws, losses })}
        </span>
        {games > 0 && <strong>{t('record.share', { share: Math.round((100 * wins) / games) })}</strong>}
      </dd>
    </div>
  );
}
