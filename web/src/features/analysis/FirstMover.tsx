import type { Side } from '@doushouqi/rules';
import styles from './FirstMover.module.css';
import slips from './Slips.module.css';
import { canTurn, firstMover, withFirstMover } from './study/analysis.ts';
import { t } from './texts.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';

const PLAYERS: readonly Side[] = ['red', 'blue'];

/** Who moves first, to be chosen before the first move; afterwards it says whose turn it is. */
export function FirstMover({ desk: { game } }: { desk: Desk }) {
  const mover = useAnalysis(game, firstMover);
  const isOpen = useAnalysis(game, canTurn);
  const label = t(isOpen ? 'firstMover.label' : 'firstMover.turn');
  return (
    <div className={styles.row}>
      <span>{label}</span>
      <div role="radiogroup" aria-label={label} className={slips.tray}>
        {PLAYERS.map((player) => (
          // biome-ignore lint/a11y/useSemanticElements: a slip of paper is pressed, as with the modes
          <button
            key={player}
            type="button"
            role="radio"
            aria-checked={player === mover}
            disabled={!isOpen}
            className={slips.slip}
            data-side={player}
            onClick={() => game.act((analysis) => withFirstMover(analysis, player))}
          >
            {t(`firstMover.${player}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
