import { newTree, ok, positionOf, ruleSetOf } from '@doushouqi/rules';
import { useState } from 'react';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { type Analysis, type Edit, keptPlay, onStudy } from './study/analysis.ts';
import type { AnalysisGame } from './study/analysis-game.ts';
import { hasOwnMoves, studyOf } from './study/study.ts';
import { t } from './texts.ts';

/** What happens to the moves of play mode: they become the game of notation mode, are dropped, or play goes on. */
type LeavingAnswer = 'keep' | 'clear' | 'stay';

/** Edits that drop moves of the user. Each asks first if there are any. */
export interface Leaving {
  /** A question is open. */
  readonly isAsking: boolean;
  /** An edit that leaves play mode waits for `answer`. */
  readonly isLeaving: boolean;
  /** Makes an edit that leaves play mode. `onDone` runs after the edit. */
  readonly leave: (edit: Edit, onDone?: () => void) => void;
  readonly answer: (answer: LeavingAnswer) => void;
  /** Makes an edit that opens another game in notation mode. */
  readonly openGame: (edit: Edit, onDone?: () => void) => void;
  /** Moves the moves of play mode to notation mode. */
  readonly keep: () => void;
  /** Drops the moves of play mode. */
  readonly restart: () => void;
}

interface Waiting {
  readonly edit: Edit;
  readonly onDone: (() => void) | undefined;
}

/** Returns how many moves leaving the mode drops. */
export function movesAtRisk({ mode, play }: Analysis): number {
  return mode === 'play' ? play.tree.moves : 0;
}

export function useLeaving(game: AnalysisGame): Leaving {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const current = (): Analysis => game.store.getState().analysis;
  const make = ({ edit, onDone }: Waiting): void => {
    if (game.act(edit)) onDone?.();
  };
  /** Makes an edit after the user agreed to `loss`; null: nothing is lost. */
  const makeAfter = async (loss: 'play' | 'game' | null, edit: Edit, onDone?: () => void): Promise<void> => {
    if (loss !== null) {
      setConfirming(true);
      const isAgreed = await confirm({
        title: t(`leave.${loss}Title`, { count: movesAtRisk(current()) }),
        message: t(`leave.${loss}Lost`),
        confirmText: t(`leave.${loss}Go`),
      });
      setConfirming(false);
      if (!isAgreed) return;
    }
    make({ edit, onDone });
  };
  const hasOwnGame = (): boolean => hasOwnMoves(current().notation);
  return {
    isAsking: waiting !== null || isConfirming,
    isLeaving: waiting !== null,
    leave: (edit, onDone) => {
      if (movesAtRisk(current()) > 0) setWaiting({ edit, onDone });
      else make({ edit, onDone });
    },
    answer: (answer) => {
      setWaiting(null);
      if (!waiting || answer === 'stay') return;
      const { edit, onDone } = waiting;
      if (answer === 'clear') return make(waiting);
      make({ edit: (analysis) => edit(keptPlay(analysis)), onDone });
      if (current().mode === 'setup') toast.success(t('leave.kept'));
    },
    openGame: (edit, onDone) => {
      const loss = movesAtRisk(current()) > 0 ? 'play' : hasOwnGame() ? 'game' : null;
      void makeAfter(loss, edit, onDone);
    },
    keep: () => void makeAfter(hasOwnGame() ? 'game' : null, (analysis) => ok(keptPlay(analysis))),
    restart: () =>
      void makeAfter(
        'play',
        onStudy(({ tree: { root } }) => studyOf(newTree(ruleSetOf(root.game), positionOf(root.game)))),
      ),
  };
}
