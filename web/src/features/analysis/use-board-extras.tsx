import { type Game, SHAPE_COLOURS, type Shape } from '@doushouqi/rules';
import { type ReactNode, useMemo } from 'react';
import { type BoardShape, type ShapeColour, shapeKey } from '../../board/shapes.ts';
import type { Point } from '../../board/types.ts';
import type { EngineWork } from './engine/work.ts';
import { Glyph } from './review/Glyph.tsx';
import { formatStep, parseSteps } from './review/kept.ts';
import { isFault } from './review/marks.ts';
import { type ReviewView, useShownReview } from './review/use-review-view.ts';
import { shownStudy } from './study/analysis.ts';
import { nodeOf } from './study/study.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';
import { useWork } from './use-engine.ts';

const NONE: readonly BoardShape[] = [];

function arrow({ from, to }: { from: Point; to: Point }, colour: ShapeColour): BoardShape {
  return { kind: 'arrow', from, to, colour };
}

/** Drawn by a person, and not by the engine. */
export function isByHand(shape: BoardShape): shape is Shape {
  return SHAPE_COLOURS.some((colour) => colour === shape.colour);
}

/** What the person has drawn, and the engine's arrows where nothing is drawn in their place. */
export function withArrows(
  drawn: readonly BoardShape[],
  arrows: readonly BoardShape[],
): readonly BoardShape[] {
  const taken = new Set(drawn.map(shapeKey));
  return arrows.length === 0 ? drawn : [...arrows.filter((one) => !taken.has(shapeKey(one))), ...drawn];
}

/** What would have been better than a fault, and the answer that punishes it. */
function reviewArrows({
  shown,
  evaluation,
}: Pick<ReviewView, 'shown' | 'evaluation'>): readonly BoardShape[] {
  if (!shown || !isFault(shown.mark)) return NONE;
  const [better, answer] = [shown.lines[0], evaluation?.lines[0]];
  return [...(answer ? [arrow(answer.move, 'amber')] : []), ...(better ? [arrow(better.move, 'jade')] : [])];
}

/** The best moves of the shown position as text, best first; empty while none is known. */
function movesOf({ live, found }: EngineWork, position: Game): string {
  if (live !== position || !found) return '';
  return found.lines.map(({ move }) => formatStep(move)).join('');
}

/** Arrows and the mark that analysis and review lay over the board. */
export function useBoardExtras(desk: Desk): {
  arrows: readonly BoardShape[];
  badge: { at: Point; content: ReactNode } | null;
} {
  const isReview = useAnalysis(desk.game, (analysis) => analysis.mode === 'review');
  // Moves and not lines: what the engine says of a move changes with every depth, the moves seldom do.
  const position = useAnalysis(desk.game, (analysis) => nodeOf(shownStudy(analysis)).game);
  const moves = useWork(desk.engine, (work) => movesOf(work, position));
  const review = useShownReview(desk);
  return useMemo(() => {
    if (!isReview) {
      const arrows = parseSteps(moves).map((move, index) => arrow(move, index === 0 ? 'jade' : 'pale'));
      // The best one lies above the others.
      return { arrows: arrows.reverse(), badge: null };
    }
    const { shown } = review;
    const badge = shown?.mark
      ? { at: shown.move.to, content: <Glyph mark={shown.mark} size="large" /> }
      : null;
    return { arrows: reviewArrows(review), badge };
  }, [isReview, moves, review]);
}
