import { plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { Board } from '../../../board/Board.tsx';
import type { BoardShape } from '../../../board/shapes.ts';
import { boardModel } from '../../../game/board-model.ts';
import { isAttempt } from '../../../game/refusal.ts';
import { lastMoveText } from '../../../shared/table/move-text.ts';
import { useTableEffects } from '../../../shared/table/use-table-effects.ts';
import type { Desk } from '../use-desk.ts';
import { Glyph } from './Glyph.tsx';
import styles from './Retry.module.css';
import { faultOf, isOpen, type Retry } from './retry.ts';
import { useRetryState } from './use-retry.ts';

/** The board on which a mistake is tried again; the record stays as it is. */
export function RetryBoard({ desk, retry }: { desk: Desk; retry: Retry }) {
  const { theme, flipped } = desk;
  const game = useRetryState(desk, (state) => state.game);
  const version = useRetryState(desk, (state) => state.version);
  const refused = useTableEffects(desk.retry.game);
  const player = faultOf(retry).move.side;
  const canMove = isOpen(retry);
  const model = useMemo(() => boardModel(game, canMove ? player : null, null), [game, canMove, player]);
  const move = desk.retry.game.move.bind(desk.retry.game);
  return (
    <Board
      {...{ model, theme, flipped, version, refused }}
      terrain={terrainAt}
      turn={turn(positionOf(game))}
      ply={plyCount(game)}
      // Only what was tried: the move before a mistake is no news, and sounds as if it were made now.
      announcement={'after' in retry.step ? lastMoveText(game) : ''}
      running={canMove}
      shapes={answerOf(retry)}
      badge={
        retry.step.kind === 'right'
          ? { at: retry.step.move.to, content: <Glyph mark="good" size="large" className={styles.good} /> }
          : null
      }
      onMove={move}
      onIllegal={(from, to, dragged) => isAttempt(game, from, to, dragged) && move(from, to)}
      onUnplan={() => {}}
    />
  );
}

/** The better move, once it is to be shown. */
function answerOf(retry: Retry): readonly BoardShape[] {
  const best = faultOf(retry).lines[0];
  if (retry.step.kind !== 'answer' || !best) return [];
  return [{ kind: 'arrow', from: best.move.from, to: best.move.to, colour: 'jade' }];
}
