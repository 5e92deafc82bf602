import { winRate } from '@doushouqi/engine';
import { gameAfter, type Move } from '@doushouqi/rules';
import { t as boardText } from '../../../board/texts.ts';
import { isSameMove } from './evaluation.ts';
import { faultOf, type Retry } from './retry.ts';
import { moveName, reviewedName } from './review-text.ts';
import { t } from './texts.ts';

/** What is said of a try. */
export function retryText(retry: Retry): string {
  const { step, faults } = retry;
  const fault = faultOf(retry);
  const before = gameAfter(retry.game, fault.ply - 1);
  const name = (move: Move): string => moveName(before, move);
  const best = fault.lines[0];
  const bestRate = best ? Math.round(winRate(best.score)) : 50;
  switch (step.kind) {
    case 'asking': {
      const side = boardText(`sideName.${fault.move.side}`);
      const mark = t(`mark.${fault.mark}`);
      return t('retry.ask', { side, ply: fault.ply, move: reviewedName(fault), mark });
    }
    case 'judging':
      return t('retry.judging', { move: name(step.move) });
    case 'wrong':
      if (isSameMove(step.move, fault.move)) return t('retry.same', { move: name(step.move) });
      return t('retry.wrong', { move: name(step.move), rate: Math.round(step.rate), best: bestRate });
    case 'right': {
      const isBest = best !== undefined && isSameMove(best.move, step.move);
      return t(`retry.${isBest ? 'best' : 'right'}`, { move: name(step.move) });
    }
    case 'answer':
      return t('retry.shown', { move: best ? name(best.move) : '', best: bestRate });
    case 'done':
      return t('retry.done', { all: faults.length });
  }
}
