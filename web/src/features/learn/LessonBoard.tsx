import { goalOf, type LessonStep, pointOf } from '@doushouqi/lessons';
import { lastMove, type Move, plyCount, positionOf, terrainAt, turn } from '@doushouqi/rules';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { Board } from '../../board/Board.tsx';
import { Crosses } from '../../board/BoardCells.tsx';
import { cellBox } from '../../board/geometry.ts';
import type { BoardShape } from '../../board/shapes.ts';
import type { BoardTheme } from '../../board/theme.ts';
import { type Cross, type Point, pieceAt } from '../../board/types.ts';
import { boardModel } from '../../game/board-model.ts';
import { isAttempt } from '../../game/refusal.ts';
import { lastMoveText } from '../../shared/table/move-text.ts';
import { Hand } from './Hand.tsx';
import styles from './LessonBoard.module.css';
import type { LessonGame } from './lesson-game.ts';
import { useLesson, usePlayer } from './use-lesson.ts';

interface LessonBoardProps {
  game: LessonGame;
  theme: BoardTheme;
}

const NO_SHAPES: readonly BoardShape[] = [];

/** The board of a step: one goal, one arrow, one hand, and the crosses of what cannot be done. */
export function LessonBoard({ game, theme }: LessonBoardProps) {
  const player = usePlayer(game);
  const refused = useLesson(game, (state) => state.refused);
  const { step, phase } = player;
  const isAsking = phase.kind === 'asking';
  const goal = useMemo(() => goalOf(player), [player]);
  const model = useMemo(
    () => boardModel(player.game, isAsking ? 'red' : null, 'red'),
    [player.game, isAsking],
  );
  const shapes = useMemo((): readonly BoardShape[] => {
    return goal ? [{ kind: 'arrow', ...goal, color: 'jade', isShort: true }] : NO_SHAPES;
  }, [goal]);
  const { handlers, isTouched } = useDirectPress(game, goal, model.movable !== null);
  // What was played before the step is no news.
  const isFirst = isAsking && player.index === 0;
  const box = { layout: theme.layout, flipped: false };
  return (
    <div className={styles.frame} {...handlers}>
      <Board
        key={step.id}
        {...{ model, theme, refused, shapes }}
        goal={goal?.to ?? null}
        flipped={false}
        terrain={terrainAt}
        turn={turn(positionOf(player.game))}
        version={player.index}
        ply={plyCount(player.game)}
        announcement={isFirst ? '' : lastMoveText(player.game)}
        onMove={(from, to) => game.move(from, to)}
        onIllegal={(from, to, dragged) => isAttempt(player.game, from, to, dragged) && game.move(from, to)}
        onUnplan={() => {}}
      />
      <div className={styles.over} aria-hidden="true">
        {isAsking && player.index === 0 && <Crosses {...box} crosses={crossesOf(step.crosses)} />}
        {phase.kind === 'done' && <Flash at={lastMove(player.game)?.to} theme={theme} />}
        {goal && !isTouched && (
          <Hand
            key={`${step.id} ${player.index}`}
            at={goal.to}
            layout={theme.layout}
            isOnPiece={pieceAt(model.pieces, goal.to) !== null}
          />
        )}
      </div>
    </div>
  );
}

/** A cross on a piece is at its corner: the animal stays visible. */
function onCorner({ x, y }: Point): Point {
  return { x: x + 0.34, y: y - 0.34 };
}

function crossesOf(crosses: LessonStep['crosses'] = []): readonly Cross[] {
  return crosses.map(({ at, from }) =>
    from === null ? { at: onCorner(pointOf(at)), from } : { at: pointOf(at), from: pointOf(from) },
  );
}

/** The square of a right move lights up once. */
function Flash({ at, theme }: { at: Point | undefined; theme: BoardTheme }) {
  if (!at) return null;
  const { left, top, width, height } = cellBox(theme.layout, at);
  const box = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  return <i className={styles.flash} style={box} />;
}

/**
 * Without a selected piece, a press on the goal makes the move: the coach says "press the other bank". Returns the
 * handlers, and whether the learner has touched the board since the goal was shown, which ends the hand.
 */
function useDirectPress(game: LessonGame, goal: Move | null, isOpen: boolean) {
  const [touched, setTouched] = useState<Move | null>(null);
  const pressed = useRef(false);
  const isGoal = (target: EventTarget | null): boolean =>
    isOpen &&
    goal !== null &&
    target instanceof Element &&
    target.closest(`[data-cell="${goal.to.x},${goal.to.y}"]`) !== null;
  const isUnselected = (frame: Element): boolean => !frame.querySelector('[aria-selected="true"]');
  const handlers = {
    onPointerDownCapture: (event: PointerEvent) => {
      setTouched(goal);
      const isPlain = event.isPrimary && event.button === 0;
      pressed.current = isPlain && isGoal(event.target) && isUnselected(event.currentTarget);
    },
    onPointerUp: (event: PointerEvent) => {
      const isMeant = pressed.current && isGoal(event.target);
      pressed.current = false;
      if (isMeant && goal) game.move(goal.from, goal.to);
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      setTouched(goal);
      const isPress = event.key === 'Enter' || event.key === ' ';
      if (!isPress || !goal || !isGoal(event.target) || !isUnselected(event.currentTarget)) return;
      event.preventDefault();
      event.stopPropagation();
      game.move(goal.from, goal.to);
    },
  };
  return { handlers, isTouched: touched !== null && touched === goal };
}
