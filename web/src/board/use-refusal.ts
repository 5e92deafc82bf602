import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { RefusedMove } from './board-props.ts';
import { pieceOn } from './elements.ts';
import { shakeIllegal } from './motion.ts';
import type { BoardModel, Cross } from './types.ts';

/** How long crosses stay, as long as the message. */
const SHOWN_MS = 3000;
const NONE: readonly Cross[] = [];

/** Shakes the piece of a refused move; returns the crosses to show: until the next press or position, or for 3 s. */
export function useRefusal(
  root: RefObject<HTMLElement | null>,
  refused: RefusedMove | null | undefined,
  { pieces }: BoardModel,
): readonly Cross[] {
  const [crosses, setCrosses] = useState(NONE);
  const refusal = refused?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useLayoutEffect(() => {
    const held = refused?.at && root.current && pieceOn(root.current, refused.at);
    if (held) shakeIllegal(held.face);
    setCrosses(refused?.crosses ?? NONE);
  }, [refusal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another position, another game
  useLayoutEffect(() => setCrosses(NONE), [pieces]);
  useEffect(() => {
    if (crosses.length === 0) return;
    const clear = (): void => setCrosses(NONE);
    const timer = setTimeout(clear, SHOWN_MS);
    window.addEventListener('pointerdown', clear, true);
    window.addEventListener('keydown', clear, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', clear, true);
      window.removeEventListener('keydown', clear, true);
    };
  }, [crosses]);
  return crosses;
}
