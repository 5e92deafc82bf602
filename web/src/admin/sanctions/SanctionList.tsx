import { isLasting, type SanctionRecord } from '@doushouqi/protocol';
import { serverNow } from '../../client/time.ts';
import { Chip } from '../../ui/Marks.tsx';
import { whenText } from '../core/time-text.ts';
import { t as decision } from '../decision/texts.ts';
import { EndForm } from './EndForm.tsx';
import styles from './SanctionList.module.css';
import { originText } from './subject.ts';
import { t } from './texts.ts';

/** Sanctions of a person, newest first. */
export function SanctionList({ sanctions }: { sanctions: readonly SanctionRecord[] }) {
  return (
    <ul className={styles.list}>
      {sanctions.map((sanction) => (
        <li key={sanction.id}>
          <SanctionFacts sanction={sanction} />
          {sanction.state === 'active' && sanction.isActive && isLasting(sanction.kind) && (
            <EndForm sanction={sanction} />
          )}
        </li>
      ))}
    </ul>
  );
}

function StateChip({ sanction: { state, isActive, kind } }: { sanction: SanctionRecord }) {
  if (state === 'pending') return <Chip tone="gold">{t('state.pending')}</Chip>;
  if (state !== 'active') return <Chip>{t(`state.${state}`)}</Chip>;
  if (!isLasting(kind)) return null;
  return <Chip tone={isActive ? 'red' : 'default'}>{t(isActive ? 'state.active' : 'state.over')}</Chip>;
}

function untilText({ kind, until }: SanctionRecord, now: number): string | null {
  if (!isLasting(kind)) return null;
  return until === null ? t('forEver') : t('until', { at: whenText(until, now) });
}

/** What was imposed, by which operator, why, and what followed. */
export function SanctionFacts({ sanction }: { sanction: SanctionRecord }) {
  const { kind, violation, by, from, text, reason, second, end, appeal, quotes, userId } = sanction;
  const now = serverNow();
  return (
    <div className={styles.facts}>
      <p className={styles.head}>
        <b>{decision(`kind.${kind}`)}</b>
        <span>
          {[decision(`violation.${violation}`), untilText(sanction, now)].filter(Boolean).join(' · ')}
        </span>
        <StateChip sanction={sanction} />
        <small>{t('by', { by, at: whenText(from, now) })}</small>
      </p>
      {/* Several reports may quote one line. */}
      {[...new Set(quotes.map(({ content, at }) => `${whenText(at, now)}　${content}`))].map((quote) => (
        <blockquote key={quote}>{quote}</blockquote>
      ))}
      <Origins sanction={sanction} />
      <Row name={t(userId === null ? 'said' : 'letter')} text={text} />
      <Row name={t('reason')} text={reason} />
      {sanction.returnsPoints && <Row name="" text={t('returnsPoints')} />}
      {second !== null && <Row name="" text={t('second', { name: second })} />}
      {end && <Row name="" text={t('ended', { by: end.by, reason: end.reason })} />}
      {appeal && <Row name={t('appeal')} text={appeal.text} />}
      {appeal?.answer && (
        <Row
          name={`${t('answer')} · ${t(appeal.answer.isGranted ? 'granted' : 'denied')}`}
          text={appeal.answer.text}
        />
      )}
    </div>
  );
}

/** The address ranges and devices that it stops. */
function Origins({ sanction: { origins, coversMembers, userId } }: { sanction: SanctionRecord }) {
  if (origins.length === 0) return null;
  const named = origins.map(originText).join('、');
  return (
    <Row
      name={t(userId === null ? 'subject' : 'alsoFor')}
      text={t(coversMembers ? 'members' : 'onlyNew', { origins: named })}
    />
  );
}

function Row({ name, text }: { name: string; text: string }) {
  return (
    <p className={styles.row}>
      <span>{name}</span>
      {text}
    </p>
  );
}
