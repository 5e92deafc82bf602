import { Button } from '../../ui/Button.tsx';
import type { PersonRecord } from '../core/queries.ts';
import { useOperator } from '../core/session.ts';
import { MeasureFields, TextFields } from '../decision/DecisionFields.tsx';
import { actText } from '../decision/measures.ts';
import { useDecision } from '../decision/use-decision.ts';
import { ViolationField } from '../decision/ViolationField.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import styles from './PersonPage.module.css';
import { t } from './texts.ts';

const PROTECTED = ['moderator', 'operator', 'bot'];

/** Sanctions a person without a report. */
export function PersonAct({ record: { person, role } }: { record: PersonRecord }) {
  const { userId } = useOperator();
  const isOwn = person._id === userId;
  return (
    <Panel title={t('act.title')}>
      {isOwn || PROTECTED.includes(role) ? (
        <Notice icon="lock-key" text={t(isOwn ? 'act.own' : 'act.staff')} />
      ) : (
        <Act person={person} />
      )}
    </Panel>
  );
}

function Act({ person }: Pick<PersonRecord, 'person'>) {
  const decision = useDecision({ about: 'person', person, reports: [], done: () => {} });
  const { violation, measure, isReady, isRunning, judge, submit } = decision;
  return (
    <form
      className={styles.act}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset disabled={isRunning}>
        <div className={styles.judgement}>
          <ViolationField value={violation} onChange={judge} />
        </div>
        <MeasureFields decision={decision} />
        <TextFields decision={decision} name={person.nickname} />
      </fieldset>
      {measure && (
        <footer className={styles.actFoot}>
          <Button small type="submit" tone="primary" disabled={!isReady} busy={isRunning}>
            {actText(measure)}
          </Button>
        </footer>
      )}
    </form>
  );
}
