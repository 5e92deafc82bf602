import { plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { useMemo } from 'react';
import { Board } from '../../../board/Board.tsx';
import type { BoardShape } from '../../../board/shapes.ts';
import { boardModel } from '../../../game/board-model.ts';
import { isAttempt } from '../../../game/refusal.ts';
import { isOpen, taskOf } from '../../../shared/engine/exercise.ts';
import { lastMoveText } from '../../../shared/table/move-text.ts';
import { useGame } from '../../../shared/table/use-game.ts';
import { useTableEffects } from '../../../shared/table/use-table-effects.ts';
import type { Workspace } from '../use-workspace.ts';
import { Glyph } from './Glyph.tsx';
import styles from './Retry.module.css';
import type { Retry } from './use-retry.ts';

/** The board on which the user retries a mistake; the record does not change. */
export function RetryBoard({ workspace, retry }: { workspace: Workspace; retry: Retry }) {
  const { theme, flipped } = workspace;
  const game = useGame(workspace.retry.game, (state) => state.game);
  const version = useGame(workspace.retry.game, (state) => state.version);
  const refused = useTableEffects(workspace.retry.game);
  const player = taskOf(retry).retried.move.side;
  const canMove = isOpen(retry);
  const model = useMemo(() => boardModel(game, canMove ? player : null, null), [game, canMove, player]);
  const move = workspace.retry.game.move.bind(workspace.retry.game);
  return (
    <Board
      {...{ model, theme, flipped, version, refused }}
      terrain={terrainAt}
      turn={turn(positionOf(game))}
      ply={plyCount(game)}
      // Announces only the tried move: the move before a mistake would be read as a new one.
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

/** Returns the arrow of the better move once it is shown. */
function answerOf(retry: Retry): readonly BoardShape[] {
  const best = taskOf(retry).lines[0];
  if (retry.step.kind !== 'answer' || !best) return [];
  return [{ kind: 'arrow', from: best.move.from, to: best.move.to, color: 'jade' }];
}
