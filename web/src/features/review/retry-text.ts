import { winRate } from '@doushouqi/engine';
import { gameAfter, type Move } from '@doushouqi/rules';
import type { TFunction } from 'i18next';
import { colourOf } from '../../game/board-model.ts';
import { isSameMove } from '../../game/review/evaluation.ts';
import { faultOf, type Retry } from '../../game/review/retry.ts';
import { moveName, reviewedName } from './review-text.ts';

/** What is said of a try. */
export function retryText(t: TFunction, retry: Retry): string {
  const { step, faults } = retry;
  const fault = faultOf(retry);
  const before = gameAfter(retry.game, fault.ply - 1);
  const name = (move: Move): string => moveName(t, before, move);
  const best = fault.lines[0];
  const bestRate = best ? Math.round(winRate(best.score)) : 50;
  switch (step.kind) {
    case 'asking': {
      const side = t(`board.sideName.${colourOf(fault.move.player)}`);
      const mark = t(`review.mark.${fault.mark}`);
      return t('review.retry.ask', { side, ply: fault.ply, move: reviewedName(t, fault), mark });
    }
    case 'judging':
      return t('review.retry.judging', { move: name(step.move) });
    case 'wrong':
      if (isSameMove(step.move, fault.move)) return t('review.retry.same', { move: name(step.move) });
      return t('review.retry.wrong', { move: name(step.move), rate: Math.round(step.rate), best: bestRate });
    case 'right': {
      const isBest = best !== undefined && isSameMove(best.move, step.move);
      return t(`review.retry.${isBest ? 'best' : 'right'}`, { move: name(step.move) });
    }
    case 'answer':
      return t('review.retry.shown', { move: best ? name(best.move) : '', best: bestRate });
    case 'done':
      return t('review.retry.done', { all: faults.length });
  }
}
