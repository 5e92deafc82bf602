import type { Side } from '@doushouqi/rules';
import { useSession } from '../../client/session.ts';
import { isComputersTurn } from '../../shared/device-games/ai-game-state.ts';
import type { Opponent } from '../../shared/device-games/opponents.ts';
import { type Person, PlayerBar } from '../../shared/table/PlayerBar.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './AiBar.module.css';
import type { AiGame } from './ai-game.ts';
import { t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

interface AiBarProps {
  game: AiGame;
  side: Side;
  opponent: Opponent;
  glow: number;
}

/** The person or the computer, with what either does now where a clock would be. */
export function AiBar({ game, side, opponent, glow }: AiBarProps) {
  const user = useSession((state) => state.user);
  const isOwn = useAi(game, ({ own }) => own === side);
  const person: Person = isOwn
    ? {
        nickname: user?.nickname ?? null,
        avatar: user?.avatar,
        online: null,
        aside: <OwnDoing game={game} />,
      }
    : {
        nickname: t(`opponent.${opponent.key}.name`),
        portrait: opponent,
        online: null,
        aside: <ComputerDoing game={game} />,
      };
  return <PlayerBar controller={game} side={side} person={person} glow={glow} />;
}

function OwnDoing({ game }: { game: AiGame }) {
  const isOver = useAi(game, ({ status }) => status === 'over');
  const isWaiting = useAi(game, ({ facts }) => isComputersTurn(facts));
  if (isOver) return null;
  return (
    <span className={cx(styles.doing, !isWaiting && styles.on)} aria-hidden="true">
      {t(isWaiting ? 'wait' : 'yourTurn')}
    </span>
  );
}

function ComputerDoing({ game }: { game: AiGame }) {
  const thinking = useAi(game, (state) => state.thinking);
  const isOver = useAi(game, ({ status }) => status === 'over');
  if (isOver || thinking.phase === 'failed') return null;
  if (thinking.phase === 'idle') {
    if (thinking.took === null) return null;
    const seconds = Math.max(0.1, thinking.took / 1000).toFixed(1);
    return <span className={styles.doing}>{t('took', { seconds })}</span>;
  }
  return (
    <span className={cx(styles.doing, styles.on)} data-thinking>
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t(thinking.phase)}
    </span>
  );
}
