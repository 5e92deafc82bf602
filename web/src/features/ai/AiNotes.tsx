import type { EngineLine } from '@doushouqi/engine';
import { type Game, lastMove, play } from '@doushouqi/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AiGame } from '../../game/engine/ai-game.ts';
import { HINTS } from '../../game/engine/ai-game-state.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useNetwork } from '../../ui/use-network.ts';
import { moveText } from '../table/move-text.ts';
import styles from './AiNotes.module.css';
import { useAi } from './use-ai-game.ts';

/** What must be known: the computer failed, or what the hint says. */
export function AiNotes({ game }: { game: AiGame }) {
  return (
    <div className={styles.notes} role="status">
      <TroubleCard game={game} />
      <HintCard game={game} />
    </div>
  );
}

function TroubleCard({ game }: { game: AiGame }) {
  const { t } = useTranslation();
  const thinking = useAi(game, (state) => state.thinking);
  const hasNetwork = useNetwork();
  if (thinking.phase !== 'failed') return null;
  return (
    <div className={cx(styles.card, styles.trouble)}>
      <Icon name="warning" />
      <p>{t(`ai.trouble.${hasNetwork ? thinking.trouble : 'offline'}`)}</p>
      <Button small icon="arrows-clockwise" onClick={() => game.retry()}>
        {t('ai.trouble.retry')}
      </Button>
    </div>
  );
}

/** The move of a line in words; none for a move that the game does not allow. */
function useMoveText(): (game: Game, line: EngineLine) => string {
  const { t } = useTranslation();
  return (game, { move }) => {
    const played = play(game, move);
    const made = played.ok && lastMove(played.value);
    return made ? moveText(t, made) : '';
  };
}

function HintCard({ game }: { game: AiGame }) {
  const { t } = useTranslation();
  const hint = useAi(game, (state) => state.hint);
  const left = useAi(game, ({ facts }) => HINTS - facts.hintsUsed);
  const shown = useAi(game, (state) => state.game);
  const textOf = useMoveText();
  if (!hint) return null;
  const close = <IconButton icon="x" label={t('ai.hintCard.close')} onClick={() => game.closeHint()} />;
  if (hint.phase !== 'given') return <Lit aside={close}>{t(`ai.hintCard.${hint.phase}`)}</Lit>;
  const { score } = hint.line;
  const rest = left > 0 ? t('ai.hintCard.left', { count: left }) : t('ai.hintCard.last');
  const won = score.kind === 'win' && score.plies > 0;
  return (
    <Lit aside={close}>
      <b>{textOf(shown, hint.line)}</b>
      <small>
        {won && t('ai.hintCard.wins', { plies: (score.plies + 1) / 2 })} {rest}
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
