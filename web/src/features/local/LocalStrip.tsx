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
  side: Side;
  /** How far the strip glows when the turn comes, in cell edges of the board. */
  glow: number;
  /** For the person who sits opposite. */
  turned: boolean;
  onFlip: () => void;
}

/** One side of a game on one screen: who it is, how it stands, and what it may do. */
export function LocalStrip({ game, side, glow, turned, onFlip }: LocalStripProps) {
  const name = boardText(`sideName.${side}`);
  return (
    <PlayerFrame
      {...{ controller: game, side, glow, name }}
      className={cx(styles.strip, turned && styles.turned)}
    >
      <div className={styles.line}>
        <Seal tone={side}>{tableText(`alarm.side.${side}`)}</Seal>
        <div className={styles.who}>
          <p className={styles.name}>
            <b>{name}</b> <Standing {...{ game, side, name }} />
          </p>
          <Tray controller={game} side={side} />
        </div>
        <Deeds {...{ game, side, onFlip }} />
      </div>
    </PlayerFrame>
  );
}

type Who = Pick<LocalStripProps, 'game' | 'side'>;

/** The turn, or how the game ended; where the tray has no room, how many pieces this side has taken. */
function Standing({ game: controller, side, name }: Who & { name: string }) {
  const game = useGameBeside(controller, (state) => state.game);
  const { winner } = outcome(game);
  if (winner !== null) {
    const result = winner === 'draw' ? 'draw' : winner === side ? 'win' : 'lose';
    return <span className={styles[result]}>{tableText(`bar.result.${result}`)}</span>;
  }
  if (turn(positionOf(game)) === side) return <span>{t('turn', { side: name })}</span>;
  return (
    <span className={styles.count} aria-hidden="true">
      {t('took', { count: capturedBy(game, side).length })}
    </span>
  );
}

/** Five buttons, with words where the strip is wide; one that cannot be used says why. */
function Deeds({ game, side, onFlip }: Omit<LocalStripProps, 'glow' | 'turned'>) {
  return (
    <div className={styles.deeds}>
      {useDeeds(game, side, onFlip).map(({ name, icon, refusal, run }) => {
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
