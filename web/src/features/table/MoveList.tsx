import { type Game, type GameMove, plyCount } from '@doushouqi/rules';
import { Fragment, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { squareName } from '../../board/geometry.ts';
import { animalOf, moveRows, sideOf } from '../../game/board-model.ts';
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
  const rows = useMemo(() => moveRows(game), [game]);
  const plies = plyCount(game);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new move is scrolled to
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [plies]);
  if (plies === 0) return <p className={styles.empty}>{t('room.moves.empty')}</p>;
  const next = waiting && <span className={styles.waiting}>{waiting}</span>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={list} className={styles.scroll} tabIndex={0} aria-label={t('room.record')}>
      <div className={styles.moves}>
        {rows.map(({ round, red, blue }, row) => {
          const last = row === rows.length - 1;
          return (
            <Fragment key={round}>
              <span className={styles.round}>{round}</span>
              <Cell move={red} current={last && blue === null} />
              {blue ? <Cell move={blue} current={last} /> : <span>{next}</span>}
            </Fragment>
          );
        })}
        {plies % 2 === 0 && waiting && (
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
      className={cx(styles[sideOf(player)], current && styles.current)}
      aria-current={current || undefined}
    >
      <b>{t(`board.animal.${animalOf(piece)}`)}</b>
      <span className={styles.squares}>
        {squareName(from)}→{squareName(to)}
      </span>
      {capturedPiece !== null && (
        <em>
          {t('room.moves.captures')}
          <img src={FACES[animalOf(capturedPiece)]} alt={t(`board.animal.${animalOf(capturedPiece)}`)} />
        </em>
      )}
    </span>
  );
}
