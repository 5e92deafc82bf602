import { type Game, type Move, positionOf, turn } from '@doushouqi/rules';
import styles from './AiCard.module.css';
import type { FoundLine } from './engine/source.ts';
import { lineName, moveName } from './review/review-text.ts';
import { t as reviewText } from './review/texts.ts';
import { t } from './texts.ts';
import type { Desk } from './use-desk.ts';
import { useWorkBeside } from './use-engine.ts';

const ORDER = ['一', '二', '三'] as const;

/** Moves of a line that are written out after its first. */
const SHOWN_MOVES = 3;

/** The best moves of the shown position; a press plays one. */
export function AiLines({ desk: { game: controller, engine } }: { desk: Desk }) {
  const { live, found } = useWorkBeside(engine, (work) => work);
  const play = ({ from, to }: Move): void => controller.move(from, to);
  return (
    // Its place is kept while nothing is found, so that what is below does not jump at every step.
    <ol className={styles.lines} aria-label={t('ai.line')} aria-busy={!found}>
      {live &&
        found?.lines.map((line, index) => <Line key={ORDER[index]} {...{ game: live, line, index, play }} />)}
    </ol>
  );
}

interface LineProps {
  game: Game;
  line: FoundLine;
  index: number;
  play: (move: Move) => void;
}

function Line({ game, line, index, play }: LineProps) {
  const side = turn(positionOf(game));
  // The mover's: the best move has the highest.
  const { rate } = line;
  const move = moveName(game, line.move);
  const { score } = line;
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-best={index === 0}
        aria-label={t('ai.play', { move })}
        onClick={() => play(line.move)}
      >
        <span className={styles.order}>{ORDER[index]}</span>
        <b>{move}</b>
        <span className={styles.value}>
          {score?.kind === 'win' && score.plies > 0
            ? t('ai.winIn', { moves: Math.ceil(score.plies / 2) })
            : reviewText('percent', { value: Math.round(rate) })}
        </span>
        <span
          className={styles.share}
          data-side={side}
          style={{ '--rate': `${rate}%` } as React.CSSProperties}
        />
        <span className={styles.pv}>{lineName(game, line.pv, SHOWN_MOVES)}</span>
      </button>
    </li>
  );
}
