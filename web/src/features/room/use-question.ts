import { useCallback, useEffect, useRef } from 'react';
import { answerConfirm, type ConfirmOptions, confirm, confirmStore } from '../../ui/confirm-store.ts';

/**
 * Asks about the game as it is. Once that changes, or the one who asks is gone, the question is taken back, as its words
 * are no longer true: the answer is no.
 */
export function useQuestion(
  staking: boolean,
  early: boolean,
): (question: ConfirmOptions) => Promise<boolean> {
  const own = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the question is about
  useEffect(
    () => () => {
      const { current } = confirmStore.getState();
      if (current && current === own.current) answerConfirm(false);
    },
    [staking, early],
  );
  return useCallback((question) => {
    const answer = confirm(question);
    own.current = confirmStore.getState().current;
    return answer;
  }, []);
}
