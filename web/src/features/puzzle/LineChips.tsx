import { plyCount } from '@doushouqi/rules';
import { squareName } from '../../board/geometry.ts';
import { pieceName } from '../../board/labels.ts';
import { animalOf } from '../../game/board-model.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './LineChips.module.css';
import type { PuzzleGame } from './puzzle-game.ts';
import { t } from './texts.ts';
import { usePuzzleState } from './use-puzzle.ts';
import { lineOf } from './words.ts';

/** The line of a finished puzzle; a press shows the position after a move. */
export function LineChips({ game }: { game: PuzzleGame }) {
  const state = usePuzzleState(game);
  const { full, game: shown } = state;
  if (!full) return null;
  const moves = lineOf(state);
  const at = plyCount(shown) - (plyCount(full) - moves.length);
  return (
    <ol className={styles.line} aria-label={t('facts.line')}>
      {moves.map((move, index) => {
        const animal = animalOf(move.piece);
        const square = squareName(move.to);
        return (
          <li key={`${index} ${square}`}>
            <button
              type="button"
              className={styles.chip}
              aria-current={index + 1 === at ? 'step' : undefined}
              aria-label={t('facts.move', { piece: pieceName({ side: move.side, animal }), square })}
              onClick={() => game.jump(index + 1)}
            >
              <b data-side={move.side}>{uiText(`animal.${animal}`)}</b>→{square}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
