import { type CaseRecord, useCase } from '../core/queries.ts';
import { useKeys } from '../core/use-keys.ts';
import { verdictsOf } from '../decision/measures.ts';
import { useDecision, type Verdict } from '../decision/use-decision.ts';
import { Loaded } from '../parts/Loaded.tsx';
import styles from './Case.module.css';
import { CaseDecision } from './CaseDecision.tsx';
import { CaseHead } from './CaseHead.tsx';
import { type Claim, useClaim } from './claim.ts';
import { EarlierReports } from './EarlierReports.tsx';
import { EvidencePanel } from './EvidencePanel.tsx';
import { evidenceOf } from './evidence.ts';

interface CaseProps {
  userId: string;
  /** Runs after the decision. */
  done: () => void;
}

/** The reports of a person: the evidence left of the decision. E claims it, also while it loads; X gives it back. */
export function Case({ userId, done }: CaseProps) {
  const query = useCase(userId);
  const isMine = query.data?.isMine ?? false;
  const claim = useClaim(userId, isMine);
  const mayClaim = query.data === undefined || query.data.claimedBy === null;
  useKeys({ ...(mayClaim && { e: claim.claim }), ...(isMine && { x: claim.release }) });
  return (
    <div className={styles.case}>
      <Loaded query={query}>{(record) => <LoadedCase record={record} claim={claim} done={done} />}</Loaded>
    </div>
  );
}

interface LoadedCaseProps {
  record: CaseRecord;
  claim: Claim;
  done: () => void;
}

/** 0 to 4 choose the verdict. */
function LoadedCase({ record, claim, done }: LoadedCaseProps) {
  const { person, reports, precedents } = record;
  const open = reports.filter(({ state }) => state === 'open');
  const decision = useDecision({ about: 'case', person, reports: open, done });
  const verdicts: readonly Verdict[] = ['none', ...verdictsOf(decision.kinds)];
  const isLocked = open.length === 0 || (record.claimedBy !== null && !record.isMine);
  useKeys(
    isLocked
      ? {}
      : Object.fromEntries(verdicts.map((one, place) => [String(place), () => decision.judge(one)])),
  );
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
      <CaseDecision
        record={record}
        claim={claim}
        decision={decision}
        verdicts={verdicts}
        hasOpen={open.length > 0}
      />
    </div>
  );
}
