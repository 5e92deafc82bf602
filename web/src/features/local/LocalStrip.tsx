import { otherSide, outcome, positionOf, type Side, turn } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import { capturedBy } from '../../game/board-model.ts';
import {
  endRefusal,
  hasMoves,
  type LocalRefusal,
  undoRefusal,
} from '../../shared/device-games/local-game-state.ts';
import { refusalText } from '../../shared/device-games/save.tsx';
import { PlayerFrame, Time, Tray } from '../../shared/table/PlayerBar.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useGameBeside } from '../../shared/table/use-game.ts';
import { type ConfirmOptions, confirm } from '../../ui/confirm-store.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Seal } from '../../ui/Marks.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './LocalStrip.module.css';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';
import { useGameData } from './use-local-game.ts';

interface LocalStripProps {
  game: LocalGame;
  side: Side;
  /** Width of the glow on the side's turn, in cell edges of the board. */
  glow: number;
  /** Turned towards the user on the opposite side. */
  turned: boolean;
  onFlip: () => void;
}

/** One side of a game on one screen: its name, its state and its actions. */
export function LocalStrip({ game, side, glow, turned, onFlip }: LocalStripProps) {
  const name = boardText(`sideName.${side}`);
  const isTimed = useGameBeside(game, ({ clock }) => clock !== null);
  return (
    <PlayerFrame
      {...{ controller: game, side, glow, name }}
      className={cx(styles.strip, turned && styles.turned)}
    >
      <div className={cx(styles.line, isTimed && styles.timed)}>
        <Seal tone={side}>{tableText(`alarm.side.${side}`)}</Seal>
        <div className={styles.who}>
          <p className={styles.name}>
            <b>{name}</b> <SideState {...{ game, side, name, isTimed }} />
          </p>
          <Tray controller={game} side={side} />
        </div>
        <ActionButtons {...{ game, side, onFlip }} />
        <Time controller={game} side={side} audible />
      </div>
    </PlayerFrame>
  );
}

type Who = Pick<LocalStripProps, 'game' | 'side'>;

/** The turn, unless a clock shows it, or how the game ended; where the tray does not fit, the number of captured pieces. */
function SideState({ game: controller, side, name, isTimed }: Who & { name: string; isTimed: boolean }) {
  const game = useGameBeside(controller, (state) => state.game);
  const { winner } = outcome(game);
  if (winner !== null) {
    const result = winner === 'draw' ? 'draw' : winner === side ? 'win' : 'lose';
    return <span className={styles[result]}>{tableText(`bar.result.${result}`)}</span>;
  }
  if (!isTimed && turn(positionOf(game)) === side) return <span>{t('turn', { side: name })}</span>;
  return (
    <span className={styles.count} aria-hidden="true">
      {t('took', { count: capturedBy(game, side).length })}
    </span>
  );
}

/** Five buttons, with labels where the strip is wide. A refused one shows the reason. */
function ActionButtons({ game, side, onFlip }: Omit<LocalStripProps, 'glow' | 'turned'>) {
  return (
    <div className={styles.actions}>
      {useGameActions(game, side, onFlip).map(({ name, icon, refusal, run }) => {
        const reason = refusal && refusalText(refusal);
        return (
          <button
            key={name}
            type="button"
            data-action={name}
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

/** An action of a side besides moving. */
interface GameAction {
  name: 'undo' | 'draw' | 'surrender' | 'flip' | 'reset';
  icon: IconName;
  /** Why the action is refused; null if it is allowed. */
  refusal: LocalRefusal | null;
  run: () => void;
}

/** The actions of a side besides moving, with their confirmations. */
function useGameActions(game: LocalGame, by: Side, onFlip: () => void): readonly GameAction[] {
  const data = useGameData(game);
  const side = boardText(`sideName.${by}`);
  const other = boardText(`sideName.${otherSide(by)}`);
  const undo = (): void => {
    game.takeBack(by);
    toast.success(t('undone'));
  };
  /** Another window may change the game while the confirmation is open: then the answer is ignored. */
  const ask = async (question: ConfirmOptions, act: () => void): Promise<void> => {
    const { id, version } = data;
    const isAgreed = await confirm(question);
    const now = game.store.getState().data;
    if (isAgreed && now.id === id && now.version === version) act();
  };
  const draw = (): Promise<void> => {
    const question = { title: t('draw.title'), message: t('draw.message', { side }) };
    return ask({ ...question, confirmText: t('draw.confirm') }, () => game.agreeDraw());
  };
  const surrender = (): Promise<void> => {
    const title = t('surrender.title', { side });
    const message = t('surrender.message', { other });
    return ask({ title, message, confirmText: t('actions.surrender') }, () => game.surrender(by));
  };
  const reset = (): Promise<void> => {
    const question = { title: t('reset.title'), message: t('reset.message') };
    return ask({ ...question, confirmText: t('actions.reset') }, () => game.reset());
  };
  const end = endRefusal(data);
  const isFresh = !hasMoves(data) && end === null;
  return [
    { name: 'undo', icon: 'arrow-counter-clockwise', refusal: undoRefusal(data, by), run: undo },
    { name: 'draw', icon: 'handshake', refusal: end, run: () => void draw() },
    { name: 'surrender', icon: 'flag', refusal: end, run: () => void surrender() },
    { name: 'flip', icon: 'arrows-down-up', refusal: null, run: onFlip },
    {
      name: 'reset',
      icon: 'arrows-clockwise',
      refusal: isFresh ? 'NO_MOVES' : null,
      run: () => void reset(),
    },
  ];
}
