import { opponent, type Player } from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import type { Animal } from '../../board/types.ts';
import { besieger, colourOf } from '../../game/board-model.ts';
import type { GameController, GameState } from '../../game/controller.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './TableAlarm.module.css';
import { useGameBeside } from './use-game.ts';

/** Whose den is in danger, and by whom: a player looks at the own den, everybody else at both. */
function danger({ game, own, status }: GameState): { player: Player; by: Animal } | null {
  if (status !== 'playing') return null;
  for (const player of own === null ? ([1, 2] as const) : [own]) {
    const by = besieger(game, player);
    if (by) return { player, by };
  }
  return null;
}

/** Says that a den is about to fall; it lies beside the board, whose den carries its own ring. */
export function TableAlarm({ controller }: { controller: GameController }) {
  const { t } = useTranslation();
  const own = useGameBeside(controller, (state) => state.own);
  const player = useGameBeside(controller, (state) => danger(state)?.player ?? null);
  const by = useGameBeside(controller, (state) => danger(state)?.by ?? null);
  const text = (threatened: Player, animal: Animal) => {
    const enemy = t(`table.alarm.side.${colourOf(opponent(threatened))}`) + t(`board.animal.${animal}`);
    const side = own === null ? t(`board.sideName.${colourOf(threatened)}`) : '';
    return { title: side + t('table.alarm.title'), step: t('table.alarm.step', { piece: enemy }) };
  };
  const said = player !== null && by !== null ? text(player, by) : null;
  return (
    <div role="status" className={styles.place}>
      {said && (
        <p className={styles.alarm}>
          <Icon name="warning" />
          <b>{said.title}</b>
          <small>
            {said.step}
            {own !== null && <span>{t('table.alarm.now')}</span>}
          </small>
        </p>
      )}
    </div>
  );
}
