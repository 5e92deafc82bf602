import { type CaseRecord, useCase } from '../core/queries.ts';
import { useDecision } from '../decision/use-decision.ts';
import { Loaded } from '../parts/Loaded.tsx';
import styles from './Case.module.css';
import { CaseDecision } from './CaseDecision.tsx';
import { CaseHead } from './CaseHead.tsx';
import { EarlierReports } from './EarlierReports.tsx';
import { EvidencePanel } from './EvidencePanel.tsx';
import { evidenceOf } from './evidence.ts';

interface CaseProps {
  userId: string;
  /** Runs after the decision. */
  done: () => void;
}

/** The reports of a person: the evidence left of the decision. */
export function Case({ userId, done }: CaseProps) {
  const query = useCase(userId);
  return (
    <div className={styles.case}>
      <Loaded query={query}>{(record) => <LoadedCase record={record} done={done} />}</Loaded>
    </div>
  );
}

function LoadedCase({ record, done }: { record: CaseRecord; done: () => void }) {
  const { person, reports, precedents } = record;
  const open = reports.filter(({ state }) => state === 'open');
  const decision = useDecision({ about: 'case', person, reports: open, done });
  const shown = open.length > 0 ? open : reports;
  const earlier = reports.filter((report) => !shown.includes(report));
  return (
    <div className={styles.columns}>
      <div className={styles.evidence}>
        <CaseHead record={record} />
        {evidenceOf(shown).map((evidence) => (
          <EvidencePanel
            key={evidence.key}
            evidence={evidence}
            decision={record.isMine ? decision : null}
            precedents={precedents}
          />
        ))}
        {earlier.length > 0 && <EarlierReports reports={earlier} />}
      </div>
      <CaseDecision record={record} decision={decision} hasOpen={open.length > 0} />
    </div>
  );
}
