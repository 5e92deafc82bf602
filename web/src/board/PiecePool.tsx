import type { Side } from '@doushouqi/rules';
import { type KeyboardEvent, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { nextChoice } from '../ui/roving.ts';
import { pieceName } from './labels.ts';
import { PieceImage } from './PieceFace.tsx';
import styles from './PiecePool.module.css';
import { t } from './texts.ts';
import { type PieceId, pieceKey, SIDES, samePiece } from './types.ts';
import { ALL_PIECES, type Placing } from './use-placing.ts';

/** Returns the number of columns, from the layout. */
function columnsOf(slots: readonly HTMLElement[]): number {
  return slots.filter((slot) => slot.offsetTop === slots[0]?.offsetTop).length;
}

/** The pool is one tab stop; arrow keys move between the slots of both sides. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const slots = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-pool]')];
  const from = slots.indexOf(document.activeElement as HTMLElement);
  const to = nextChoice(event.key, from, { count: slots.length, columns: columnsOf(slots) });
  if (from < 0 || to === null) return;
  event.preventDefault();
  slots[to]?.focus();
}

interface PiecePoolProps {
  placing: Placing;
  /** One row per side, which scrolls horizontally if it is wider than the screen. */
  isStrip?: boolean;
  className?: string;
}

/**
 * The pieces that are not on the board, in sixteen slots. A piece is dragged onto the board, or selected and placed
 * by a
 * press on a square; a piece dragged off the board returns here.
 */
export function PiecePool({ placing, isStrip = false, className }: PiecePoolProps) {
  const [reachable, setReachable] = useState(ALL_PIECES[0]!);
  const { held, carried } = placing;
  const isLeaving = Boolean(carried?.off && held?.from);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      ref={placing.pool}
      role="group"
      aria-label={t('pool')}
      data-strip={isStrip}
      className={cx(styles.pool, isLeaving && styles.receiving, className)}
      {...placing.poolPointer}
      onKeyDown={(event) => {
        if (event.key === 'Escape') placing.onEscape();
        else walk(event);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {SIDES.map((side) => (
        <PoolSide key={side} {...{ side, placing, reachable }} onReach={setReachable} />
      ))}
      <p className={styles.hint} aria-live="polite">
        {held ? t(isLeaving ? 'poolLeaving' : 'poolHeld', { piece: pieceName(held.piece) }) : t('poolHint')}
      </p>
    </div>
  );
}

interface PoolSideProps {
  side: Side;
  placing: Placing;
  reachable: PieceId;
  onReach: (piece: PieceId) => void;
}

function PoolSide({ side, placing, reachable, onReach }: PoolSideProps) {
  const own = ALL_PIECES.filter((piece) => piece.side === side);
  const out = (piece: PieceId): boolean => placing.pieces.some((one) => samePiece(one, piece));
  const count = own.filter((piece) => !out(piece)).length;
  return (
    <div className={styles.side} data-side={side}>
      <span className={styles.name}>
        <b>{t(`sideName.${side}`)}</b> {t('poolLeft', { count })}
      </span>
      <div className={styles.slots}>
        {own.map((piece) => (
          <Slot
            key={pieceKey(piece)}
            {...{ piece, placing }}
            isOut={out(piece)}
            tabIndex={samePiece(piece, reachable) ? 0 : -1}
            onFocus={() => onReach(piece)}
          />
        ))}
      </div>
    </div>
  );
}

interface SlotProps {
  piece: PieceId;
  placing: Placing;
  /** The piece is on the board. */
  isOut: boolean;
  tabIndex: number;
  onFocus: () => void;
}

function Slot({ piece, placing, isOut, tabIndex, onFocus }: SlotProps) {
  const name = pieceName(piece);
  const isHeld = !isOut && samePiece(placing.held?.piece ?? null, piece);
  return (
    <button
      type="button"
      data-pool={pieceKey(piece)}
      data-out={isOut}
      aria-label={isOut ? t('poolTaken', { piece: name }) : name}
      aria-pressed={isHeld}
      tabIndex={tabIndex}
      className={cx(styles.slot, isHeld && (placing.carried ? styles.away : styles.held))}
      onFocus={onFocus}
      onClick={(event) => placing.onPoolClick(event, piece)}
    >
      <PieceImage art={placing.theme.art} piece={piece} />
    </button>
  );
}
