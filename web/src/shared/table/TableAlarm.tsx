import { otherSide, type Side } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import type { Animal } from '../../board/types.ts';
import { danger } from '../../game/board-model.ts';
import type { GameController, GameState } from '../../game/controller.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './TableAlarm.module.css';
import { t } from './texts.ts';
import { useGameBeside } from './use-game.ts';

function alarmOf({ game, own, status }: GameState): ReturnType<typeof danger> {
  return status === 'playing' ? danger(game, own) : null;
}

/** Announces that a den is in danger, `short` in two words; the den on the board has a ring. */
export function TableAlarm({ controller, short }: { controller: GameController; short?: boolean }) {
  const own = useGameBeside(controller, (state) => state.own);
  const side = useGameBeside(controller, (state) => alarmOf(state)?.side ?? null);
  const by = useGameBeside(controller, (state) => alarmOf(state)?.by ?? null);
  const text = (threatened: Side, animal: Animal) => {
    const enemy = t(`alarm.side.${otherSide(threatened)}`) + uiText(`animal.${animal}`);
    const sideName = own === null ? boardText(`sideName.${threatened}`) : '';
    return { title: sideName + t('alarm.title'), step: t('alarm.step', { piece: enemy }) };
  };
  const said = side !== null && by !== null ? text(side, by) : null;
  if (short) {
    return (
      <div role="status" className={styles.place}>
        {said && (
          <Chip tone="red" icon="warning">
            {said.title}
          </Chip>
        )}
      </div>
    );
  }
  return (
    <div role="status" className={styles.place}>
      {said && (
        <p className={styles.alarm}>
          <Icon name="warning" />
          <b>{said.title}</b>
          <small>
            {said.step}
            {own !== null && <span>{t('alarm.now')}</span>}
          </small>
        </p>
      )}
    </div>
  );
}
