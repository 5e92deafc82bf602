import {
  type Game,
  type GameMove,
  gameMoves,
  type MoveInRow,
  moveRows,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { squareName } from '../../board/geometry.ts';
import { t as boardText } from '../../board/texts.ts';
import { animalOf } from '../../game/board-model.ts';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './MoveList.module.css';
import { moveText } from './move-text.ts';
import { t } from './texts.ts';
import type { LookBack } from './use-look-back.ts';

interface MoveListProps {
  game: Game;
  past: LookBack;
  isOver: boolean;
  /** Text in place of the next move; null after the end. */
  waiting: string | null;
  /** Called when a move is chosen by pointer or Enter, after its position is shown. */
  onChosen?: (() => void) | undefined;
}

/** Plies that a key moves by in the three columns. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -2,
  ArrowDown: 2,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Lists the moves by round; marks the shown move, keeps it in sight, and opens the position of a chosen one. */
export function MoveList(props: MoveListProps) {
  if (plyCount(props.game) > 0) return <Moves {...props} />;
  const side = boardText(`sideName.${turn(positionOf(props.game))}`);
  return <p className={styles.empty}>{t(props.isOver ? 'moves.none' : 'moves.empty', { side })}</p>;
}

/** Three columns: round, red, blue. */
function Moves({ game, past, waiting, onChosen }: MoveListProps) {
  const list = useRef<HTMLElement>(null);
  const rows = useMemo(() => moveRows(gameMoves(game)), [game]);
  const { show } = past;
  const shown = past.back ?? plyCount(game);
  useCurrentInSight(list, shown);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(shown + step);
  };
  const choose = useCallback(
    (ply: number): void => {
      show(ply);
      onChosen?.();
    },
    [show, onChosen],
  );
  const cell = (placed: MoveInRow<GameMove>) => (
    <StillCell
      {...placed}
      isShown={placed.ply === shown}
      // A single tab stop; arrow keys move between the moves.
      isStop={placed.ply === Math.max(1, shown)}
      onChoose={choose}
    />
  );
  const next = waiting && <span className={styles.waiting}>{waiting}</span>;
  return (
    <section ref={list} className={styles.scroll} aria-label={t('record')} onKeyDown={onKeyDown}>
      <div className={styles.moves}>
        {rows.map(({ number, red, blue }) => (
          <Fragment key={number}>
            <span className={styles.round}>{number}</span>
            {red ? cell(red) : <span />}
            {blue ? cell(blue) : <span>{next}</span>}
          </Fragment>
        ))}
        {waiting && turn(positionOf(game)) === 'red' && (
          <>
            <span className={styles.round}>{rows.length + 1}</span>
            <span>{next}</span>
            <span />
          </>
        )}
      </div>
    </section>
  );
}

interface CellProps extends MoveInRow<GameMove> {
  isShown: boolean;
  isStop: boolean;
  onChoose: (ply: number) => void;
}

function Cell({ ply, move, isShown, isStop, onChoose }: CellProps) {
  const { from, to, side, piece, capturedPiece } = move;
  return (
    <button
      type="button"
      className={cx(styles.move, styles[side], isShown && styles.current)}
      aria-label={moveText(move)}
      aria-current={isShown || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onChoose(ply)}
    >
      <b>{uiText(`animal.${animalOf(piece)}`)}</b>
      <span className={styles.squares}>
        {squareName(from)}→{squareName(to)}
      </span>
      {capturedPiece !== null && (
        <em>
          <span className={styles.captures}>{t('moves.captures')}</span>
          <img src={FACES[animalOf(capturedPiece)]} alt="" />
        </em>
      )}
    </button>
  );
}

/** Memoized: a long game has hundreds of cells, and a move changes three. */
const StillCell = memo(Cell);

const CURRENT = '[aria-current]';

function isInSight(list: HTMLElement): boolean {
  const current = list.querySelector(CURRENT)?.getBoundingClientRect();
  const { top, bottom } = list.getBoundingClientRect();
  return !current || (current.top >= top - 1 && current.bottom <= bottom + 1);
}

/**
 * Scrolls only the list until the shown move is in sight; after the last move also the text below it, if there is
 * room.
 */
function reveal(list: HTMLElement): void {
  const current = list.querySelector(CURRENT);
  const buttons = list.querySelectorAll('button');
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  if (current === buttons[buttons.length - 1]) list.scrollTop = list.scrollHeight;
  const { top, bottom } = current.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, bottom - box.bottom) + Math.min(0, top - box.top);
}

/** Scrolls to the shown move, moves the focus with it, and keeps it in sight when the list shrinks. */
function useCurrentInSight(list: RefObject<HTMLElement | null>, ply: number): void {
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every newly shown move is scrolled to
  useLayoutEffect(() => {
    const element = list.current!;
    const hasFocus = element.contains(document.activeElement);
    if (hasFocus) element.querySelector<HTMLElement>(CURRENT)?.focus({ preventScroll: true });
    reveal(element);
  }, [ply]);
  useLayoutEffect(() => {
    const element = list.current!;
    let height = element.clientHeight;
    const look = (): void => {
      // A scroll event before the list has its new height is no scroll by the user.
      if (element.clientHeight === height) isFollowing.current = isInSight(element);
    };
    const observer = new ResizeObserver(() => {
      height = element.clientHeight;
      if (isFollowing.current) reveal(element);
    });
    observer.observe(element);
    element.addEventListener('scroll', look);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list]);
}
