import { type Game, type GameMove, gameMoves, moveRows, plyCount, positionOf, turn } from '@doushouqi/rules';
import { Fragment, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { squareName } from '../../board/geometry.ts';
import { animalOf, colourOf } from '../../game/board-model.ts';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import styles from './MoveList.module.css';

interface MoveListProps {
  game: Game;
  /** What stands in the place of the next move, null once the game is over. */
  waiting: string | null;
}

/** The game in three columns: round, red, blue; the last move is marked and kept in sight. */
export function MoveList({ game, waiting }: MoveListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  const rows = useMemo(() => moveRows(gameMoves(game)), [game]);
  const plies = plyCount(game);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new move is scrolled to
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [plies]);
  const onTurn = turn(positionOf(game));
  if (plies === 0) {
    const side = t(`board.sideName.${colourOf(onTurn)}`);
    return <p className={styles.empty}>{t('table.moves.empty', { side })}</p>;
  }
  const next = waiting && <span className={styles.waiting}>{waiting}</span>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={list} className={styles.scroll} tabIndex={0} aria-label={t('table.record')}>
      <div className={styles.moves}>
        {rows.map(({ number, red, blue }) => (
          <Fragment key={number}>
            <span className={styles.round}>{number}</span>
            {red ? <Cell move={red.move} current={red.ply === plies} /> : <span />}
            {blue ? <Cell move={blue.move} current={blue.ply === plies} /> : <span>{next}</span>}
          </Fragment>
        ))}
        {onTurn === 1 && waiting && (
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

function Cell({ move, current }: { move: GameMove; current: boolean }) {
  const { t } = useTranslation();
  const { from, to, player, piece, capturedPiece } = move;
  return (
    <span
      className={cx(styles[colourOf(player)], current && styles.current)}
      aria-current={current || undefined}
    >
      <b>{t(`board.animal.${animalOf(piece)}`)}</b>
      <span className={styles.squares}>
        {squareName(from)}→{squareName(to)}
      </span>
      {capturedPiece !== null && (
        <em>
          {t('table.moves.captures')}
          <img src={FACES[animalOf(capturedPiece)]} alt={t(`board.animal.${animalOf(capturedPiece)}`)} />
        </em>
      )}
    </span>
  );
}
