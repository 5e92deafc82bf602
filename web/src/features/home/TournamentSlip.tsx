import type { ReactNode } from 'react';
import { StepSlip } from '../../shared/tournament/StepSlip.tsx';
import { useOwnTournament } from '../../shared/tournament/use-own-tournament.ts';
import styles from './TournamentSlip.module.css';

/** What comes next in the user's tournament. `children` is the slip that is shown without any. */
export default function TournamentSlip({ children }: { children: ReactNode }) {
  const own = useOwnTournament();
  return own ? <StepSlip {...own} className={styles.slip} /> : children;
}
