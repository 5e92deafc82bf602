import type { EngineLine } from '@doushouqi/engine';
import { type Game, pieceAt, positionOf } from '@doushouqi/rules';
import type { ReactNode } from 'react';
import { squareName } from '../../board/geometry.ts';
import { animalOf } from '../../game/board-model.ts';
import { HINTS } from '../../shared/device-games/ai-game-state.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { useNetwork } from '../../ui/use-browser.ts';
import styles from './AiNotes.module.css';
import type { AiGame } from './ai-game.ts';
import { type HintReason, moveReason } from './hint-reason.ts';
import { t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

/** Shows a failure of the computer and, unless it is shown elsewhere, the hint. */
export function AiNotes({ game, hasHint }: { game: AiGame; hasHint: boolean }) {
  return (
    <div className={styles.notes} role="status">
      <TroubleCard game={game} />
      {hasHint && <HintCard game={game} />}
    </div>
  );
}

function TroubleCard({ game }: { game: AiGame }) {
  const thinking = useAi(game, (state) => state.thinking);
  const hasNetwork = useNetwork();
  if (thinking.phase !== 'failed') return null;
  return (
    <div className={cx(styles.card, styles.trouble)}>
      <Icon name="warning" />
      <p>{t(`trouble.${hasNetwork ? thinking.trouble : 'offline'}`)}</p>
      <Button small icon="arrows-clockwise" onClick={() => game.retry()}>
        {t('trouble.retry')}
      </Button>
    </div>
  );
}

/** `跳河吃狼` */
function reasonText(reason: HintReason): string {
  if (!('piece' in reason)) return t(`hintCard.reason.${reason.kind}`);
  const isCapture = reason.kind === 'takes';
  const kind = isCapture && reason.isGuard ? 'guards' : isCapture && reason.isLeap ? 'leaps' : reason.kind;
  return t(`hintCard.reason.${kind}`, { piece: uiText(`animal.${animalOf(reason.piece)}`) });
}

/** Returns the move with its reason, and its consequence. */
function hintTexts(game: Game, { move, score }: EngineLine): { move: string; result: string } {
  const { reason, isSafe } = moveReason(game, move);
  const piece = pieceAt(positionOf(game), move.from);
  const text = t('hintCard.move', {
    piece: piece ? uiText(`animal.${animalOf(piece.type)}`) : '',
    from: squareName(move.from),
    to: squareName(move.to),
    reason: reasonText(reason),
  });
  const wins = score.kind === 'win' && score.plies > 1;
  if (wins) return { move: text, result: t('hintCard.wins', { count: (score.plies + 1) / 2 }) };
  return { move: text, result: reason.kind === 'takes' && isSafe ? t('hintCard.safe') : '' };
}

/** The hint while it is computed and shown, with a button that closes it. */
export function HintCard({ game }: { game: AiGame }) {
  const hint = useAi(game, (state) => state.hint);
  const left = useAi(game, ({ data }) => HINTS - data.hintsUsed);
  const shown = useAi(game, (state) => state.game);
  if (!hint) return null;
  const close = <IconButton icon="x" label={t('hintCard.close')} onClick={() => game.closeHint()} />;
  if (hint.phase !== 'given') return <Lit aside={close}>{t(`hintCard.${hint.phase}`)}</Lit>;
  const { move, result } = hintTexts(shown, hint.line);
  const rest = left > 0 ? t('hintCard.left', { count: left }) : t('hintCard.last');
  return (
    <Lit aside={close}>
      <b>{move}</b>
      <small>
        {result}
        {rest}
      </small>
    </Lit>
  );
}

function Lit({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.card}>
      <Icon name="lightbulb" />
      <p>{children}</p>
      {aside}
    </div>
  );
}
