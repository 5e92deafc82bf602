import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import type { CaseRecord } from '../core/queries.ts';
import { useOperator } from '../core/session.ts';
import { useKeys } from '../core/use-keys.ts';
import { MeasureFields, TextFields } from '../decision/DecisionFields.tsx';
import { actText } from '../decision/measures.ts';
import { t as decisionText } from '../decision/texts.ts';
import type { Decision, Verdict } from '../decision/use-decision.ts';
import { Check } from '../parts/fields.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Key, Panel } from '../parts/Panel.tsx';
import styles from './CaseDecision.module.css';
import type { Claim } from './claim.ts';
import { t } from './texts.ts';

interface CaseDecisionProps {
  record: CaseRecord;
  claim: Claim;
  decision: Decision;
  /** In the order of their keys, from 0. */
  verdicts: readonly Verdict[];
  /** There are reports to decide on. */
  hasOpen: boolean;
}

/** The decision of a case: whose it is, the verdict, the measure, the words. */
export function CaseDecision({ record, claim, decision, verdicts, hasOpen }: CaseDecisionProps) {
  const { person, isMine, claimedBy } = record;
  const isTaken = claimedBy !== null && !isMine;
  const mayClaim = hasOpen && claimedBy === null;
  return (
    <Panel fills title={decisionText('title')} aside={<Holder record={record} />} className={styles.panel}>
      {!hasOpen && <Notice text={t('allDone')} />}
      {hasOpen && isTaken && <Notice icon="lock-key" text={t('locked', { name: claimedBy })} />}
      {mayClaim && (
        <Notice text={t('claimFirst')}>
          <Button small tone="jade" busy={claim.isRunning} onClick={claim.claim}>
            {t('claim')}
          </Button>
          <Key>E</Key>
        </Notice>
      )}
      {hasOpen && isMine && (
        <Form decision={decision} verdicts={verdicts} name={person.nickname} claim={claim} />
      )}
    </Panel>
  );
}

/** Who has the case open. */
function Holder({ record: { claimedBy, isMine } }: { record: CaseRecord }) {
  const { nickname } = useOperator();
  if (isMine) return t('mine', { name: nickname });
  if (claimedBy === null) return t('noOne');
  return <Chip tone="red">{t('mine', { name: claimedBy })}</Chip>;
}

interface FormProps {
  decision: Decision;
  verdicts: readonly Verdict[];
  name: string;
  claim: Claim;
}

function Form({ decision, verdicts, name, claim }: FormProps) {
  const { verdict, measure, lines, hidesLines, isReady, isRunning, change, submit } = decision;
  useKeys({ 'ctrl+enter': submit });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset disabled={isRunning} className={styles.fields}>
        <Verdicts options={verdicts} decision={decision} />
        <MeasureFields decision={decision} />
        {measure && (
          <div className={styles.also}>
            {lines > 0 && (
              <Check checked={hidesLines} onChange={(on) => change({ hidesLines: on })}>
                {decisionText('hideLines', { count: lines })}
              </Check>
            )}
            <p>{decisionText('reporters')}</p>
          </div>
        )}
        <TextFields decision={decision} name={name} />
      </fieldset>
      <footer className={styles.footer}>
        <Button small busy={claim.isRunning} onClick={claim.release}>
          {decisionText('release')}
        </Button>
        <Button small type="submit" tone="primary" disabled={!isReady} busy={isRunning} title="Ctrl + Enter">
          {verdict === null
            ? decisionText('chooseFirst')
            : measure
              ? actText(measure)
              : decisionText('dismiss')}
        </Button>
      </footer>
    </form>
  );
}

interface VerdictsProps {
  options: readonly Verdict[];
  decision: Decision;
}

function verdictText(one: Verdict): string {
  return one === 'none' ? decisionText('none') : decisionText(`violation.${one}`);
}

function Verdicts({ options, decision: { verdict, judge } }: VerdictsProps) {
  return (
    <fieldset className={styles.verdicts}>
      <legend className="visually-hidden">{decisionText('verdict')}</legend>
      {options.map((one, place) => (
        <label key={one}>
          <input
            type="radio"
            name="verdict"
            aria-keyshortcuts={String(place)}
            checked={one === verdict}
            onChange={() => judge(one)}
          />
          <span>{verdictText(one)}</span>
          <span aria-hidden="true">
            <Key>{place}</Key>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
