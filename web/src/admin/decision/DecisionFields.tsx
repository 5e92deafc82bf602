import { isOriginSanction, MAX_LETTER, MAX_REASON, type OriginSanctionKind } from '@doushouqi/protocol';
import { useReturn } from '../core/queries.ts';
import { Check, TextArea } from '../parts/fields.tsx';
import { Segments } from '../parts/Segments.tsx';
import styles from './DecisionFields.module.css';
import { durationsOf, hoursText, MEASURES, needsSecond, withKind } from './measures.ts';
import { t } from './texts.ts';
import type { Decision } from './use-decision.ts';

/** The measure and how long it lasts. */
export function MeasureFields({ decision }: { decision: Decision }) {
  const { measure, mayReturn, change } = decision;
  if (!measure) return null;
  const { kind, hours } = measure;
  const durations = durationsOf(kind);
  return (
    <div className={styles.group}>
      {MEASURES.map((kinds) => (
        <Segments
          key={kinds[0]}
          legend={t('measure')}
          options={kinds.map((one) => [one, t(`kind.${one}`)] as const)}
          value={kind}
          onChange={(one) => change({ measure: withKind(measure, one) })}
        />
      ))}
      {durations.length > 0 && (
        <Segments
          legend={t('duration')}
          options={durations.map((one) => [String(one), hoursText(one)] as const)}
          value={String(hours)}
          onChange={(one) =>
            change({ measure: { kind, hours: durations.find((known) => String(known) === one)! } })
          }
        />
      )}
      {isOriginSanction(kind) && <AlsoFields decision={decision} kind={kind} />}
      {mayReturn && <ReturnField decision={decision} />}
      {needsSecond(measure) && <p className={styles.hint}>{t('needsSecond')}</p>}
    </div>
  );
}

/** Whether points come back to opponents, and how many now. */
function ReturnField({ decision: { measure, personId, change } }: { decision: Decision }) {
  const { data } = useReturn(personId);
  return (
    <div className={styles.return}>
      <Check checked={measure?.returnsPoints === true} onChange={(on) => change({ returnsPoints: on })}>
        {t('returnPoints')}
      </Check>
      {data && <span>{data.people === 0 ? t('noReturn') : t('returned', data)}</span>}
    </div>
  );
}

interface AlsoFieldsProps {
  decision: Decision;
  kind: OriginSanctionKind;
}

/** Whether the measure also stops new accounts of the person's devices and address range. */
function AlsoFields({ decision: { alsoDevice, alsoRange, change }, kind }: AlsoFieldsProps) {
  const what = t(`alsoKind.${kind}`);
  return (
    <>
      <Check checked={alsoDevice} onChange={(on) => change({ alsoDevice: on })}>
        {t('alsoDevice', { what })}
      </Check>
      <Check checked={alsoRange} onChange={(on) => change({ alsoRange: on })}>
        {t('alsoRange', { what })}
      </Check>
    </>
  );
}

interface TextFieldsProps {
  decision: Decision;
  /** Of the person. */
  name: string;
}

/** What the person reads, and what the log keeps. */
export function TextFields({ decision, name }: TextFieldsProps) {
  const { verdict, measure, letter, isEdited, reason, change } = decision;
  if (verdict === null) return null;
  return (
    <div className={styles.group}>
      {measure?.kind === 'shadow' && <p className={styles.hint}>{t('silent')}</p>}
      {measure && measure.kind !== 'shadow' && (
        <>
          <TextArea
            label={t('letter', { name })}
            value={letter}
            rows={4}
            maxLength={MAX_LETTER}
            onText={(text) => change({ letter: text })}
            aside={
              isEdited && (
                <button type="button" className={styles.link} onClick={() => change({ letter: null })}>
                  {t('template')}
                </button>
              )
            }
          />
          <p className={styles.hint}>{t('appeal')}</p>
        </>
      )}
      <TextArea
        label={t('reason')}
        value={reason}
        rows={2}
        maxLength={MAX_REASON}
        onText={(text) => change({ reason: text })}
      />
    </div>
  );
}
