import { type GameMove, gameMoves } from '@doushouqi/rules';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { squareName } from '../../../board/geometry.ts';
import { t as boardText } from '../../../board/texts.ts';
import { animalOf } from '../../../game/board-model.ts';
import { moveText } from '../../../shared/table/move-text.ts';
import { t as uiText } from '../../../ui/texts.ts';
import { t as analysisText } from '../texts.ts';
import { useWork } from '../use-engine.ts';
import type { Workspace } from '../use-workspace.ts';
import { Glyph } from './Glyph.tsx';
import styles from './MoveStrip.module.css';
import type { Mark } from './marks.ts';
import { t } from './texts.ts';
import type { ReviewView } from './use-review-view.ts';

/** The moves of the game in one row, for phones; the shown move is centered. */
export function MoveStrip({ workspace, view }: { workspace: Workspace; view: ReviewView }) {
  const game = useWork(workspace.engine, ({ review }) => review?.game ?? null);
  const moves = useMemo(() => (game ? gameMoves(game) : []), [game]);
  const strip = useRef<HTMLElement>(null);
  useShownInMiddle(strip, view.ply);
  return (
    <nav ref={strip} className={styles.strip} aria-label={analysisText('record.title')}>
      {moves.map((move, index) => (
        <StillMove
          // biome-ignore lint/suspicious/noArrayIndexKey: moves of a game keep their places
          key={index}
          {...{ move, ply: index + 1, onShow: view.show }}
          mark={view.review.moves[index]?.mark}
          isShown={view.ply === index + 1}
        />
      ))}
    </nav>
  );
}

interface MoveProps {
  move: GameMove;
  ply: number;
  mark: Mark | null | undefined;
  isShown: boolean;
  onShow: (ply: number) => void;
}

function Move({ move, ply, mark, isShown, onShow }: MoveProps) {
  const said = [moveText(move), mark && t(`mark.${mark}`)];
  return (
    <button
      type="button"
      aria-label={said.filter(Boolean).join(boardText('join'))}
      aria-current={isShown || undefined}
      className={styles.move}
      data-side={move.side}
      onClick={() => onShow(ply)}
    >
      <span>{t(`round.${move.side}`, { round: Math.ceil(ply / 2) })}</span>
      <b>{uiText(`animal.${animalOf(move.piece)}`)}</b>
      {squareName(move.from)}→{squareName(move.to)}
      {mark && <Glyph mark={mark} />}
    </button>
  );
}

/** An evaluated position changes one move, a step changes two. */
const StillMove = memo(Move);

/** Scrolls only the strip to the shown move. */
function useShownInMiddle(strip: React.RefObject<HTMLElement | null>, ply: number | null): void {
  useLayoutEffect(() => {
    const row = strip.current;
    const shown = ply ? (row?.children[ply - 1] as HTMLElement | undefined) : undefined;
    if (row) row.scrollLeft = shown ? shown.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2 : 0;
  }, [strip, ply]);
}
