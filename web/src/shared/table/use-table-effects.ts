import { lastMove, outcome, plyCount } from '@doushouqi/rules';
import { useEffect, useRef, useState } from 'react';
import type { RefusedMove } from '../../board/use-board.ts';
import { soundOf } from '../../game/board-model.ts';
import type { GameController, GameState } from '../../game/controller.ts';
import { toast } from '../../ui/toast-store.ts';
import { buzz, sound, unlockSounds } from './settings.ts';
import { t } from './texts.ts';

/** Plays the sound of one further move; jumps between positions are silent. */
function hearMove(before: GameState, after: GameState): void {
  if (plyCount(after.game) !== plyCount(before.game) + 1) return;
  const move = lastMove(after.game);
  if (!move) return;
  const isOwn = move.side === after.own;
  sound(soundOf(move), { urgent: !isOwn });
  if (isOwn || move.capturedPiece !== null) buzz(move.capturedPiece === null ? 10 : [20, 40, 20]);
}

function hearStatus(before: GameState, { status, game, own }: GameState): void {
  if (before.status === status) return;
  if (status === 'playing') sound('start', { urgent: true });
  if (status !== 'over') return;
  const { winner, endReason } = outcome(game);
  if (winner === null || winner === 'draw') sound('draw');
  // The move already played the gong of the den.
  else if (endReason !== 'DEN_CAPTURED') sound(own !== null && winner !== own ? 'lose' : 'win');
}

/** Announces ends that the board does not show. */
function notifyEnd(before: GameState, { status, game, own }: GameState): void {
  if (before.status !== 'playing' || status !== 'over') return;
  const { winner, endReason } = outcome(game);
  if (endReason === 'TIME_UP' && own !== null && winner !== own) toast.warning(t('timeUp'));
  if (endReason === 'DRAW_100_ROUNDS') toast.info(t('hundredRounds'));
}

/** Plays sounds and shows messages of a game; returns the last refused move. */
export function useTableEffects(controller: GameController): RefusedMove | null {
  const [refused, setRefused] = useState<RefusedMove | null>(null);
  const count = useRef(0);
  useEffect(unlockSounds, []);
  useEffect(
    () =>
      controller.store.subscribe((after, before) => {
        hearMove(before, after);
        hearStatus(before, after);
        notifyEnd(before, after);
      }),
    [controller],
  );
  useEffect(
    () =>
      controller.listen?.((notice) => {
        if (notice.kind === 'premoveDropped') return sound('dropped');
        sound('illegal');
        setRefused({ id: count.current++, at: notice.from, crosses: notice.crosses ?? [] });
        if (notice.message !== null) toast.error(notice.message);
      }),
    [controller],
  );
  return refused;
}
