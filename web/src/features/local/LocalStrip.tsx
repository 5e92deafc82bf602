import { outcome, positionOf, type Side, turn } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import { capturedBy } from '../../game/board-model.ts';
import { refusalText } from '../../shared/device-games/refusal-text.ts';
import { PlayerFrame, Tray } from '../../shared/table/PlayerBar.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useGameBeside } from '../../shared/table/use-game.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './LocalStrip.module.css';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';
import { useDeeds } from './use-deeds.ts';

interface LocalStripProps {
  game: LocalGame;
  player: Side;
  /** How far the strip glows when the turn comes, in cell edges of the board. */
  glow: number;
  /** For the person who sits opposite. */
  turned: boolean;
  onFlip: () => void;
}

/** One side of a game on one screen: who it is, how it stands, and what it may do. */
export function LocalStrip({ game, player, glow, turned, onFlip }: LocalStripProps) {
  const side = player;
  const name = boardText(`sideName.${side}`);
  return (
    <PlayerFrame
      {...{ controller: game, player, glow, name }}
      className={cx(styles.strip, turned && styles.turned)}
    >
      <div className={styles.line}>
        <Seal tone={side}>{tableText(`alarm.side.${side}`)}</Seal>
        <div className={styles.who}>
          <p className={styles.name}>
            <b>{name}</b> <Standing {...{ game, player, name }} />
          </p>
          <Tray controller={game} player={player} />
        </div>
        <Deeds {...{ game, player, onFlip }} />
      </div>
    </PlayerFrame>
  );
}

type Who = Pick<LocalStripProps, 'game' | 'player'>;

/** The turn, or how the game ended; where the tray has no room, how many pieces this side has taken. */
function Standing({ game: controller, player, name }: Who & { name: string }) {
  const game = useGameBeside(controller, (state) => state.game);
  const { winner } = outcome(game);
  if (winner !== null) {
    const result = winner === 'draw' ? 'draw' : winner === player ? 'win' : 'lose';
    return <span className={styles[result]}>{tableText(`bar.result.${result}`)}</span>;
  }
  if (turn(positionOf(game)) === player) return <span>{t('turn', { side: name })}</span>;
  return (
    <span className={styles.count} aria-hidden="true">
      {t('took', { count: capturedBy(game, player).length })}
    </span>
  );
}

/** Five buttons, with words where the strip is wide; one that cannot be used says why. */
function Deeds({ game, player, onFlip }: Omit<LocalStripProps, 'glow' | 'turned'>) {
  return (
    <div className={styles.deeds}>
      {useDeeds(game, player, onFlip).map(({ name, icon, refusal, run }) => {
        const reason = refusal && refusalText(refusal);
        return (
          <button
            key={name}
            type="button"
            aria-label={t(`actions.${name}`)}
            title={reason ?? t(`actions.${name}`)}
            aria-disabled={reason !== null}
            onClick={reason === null ? run : () => toast.warning(reason)}
          >
            <Icon name={icon} />
            <span>{t(`actions.${name}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
