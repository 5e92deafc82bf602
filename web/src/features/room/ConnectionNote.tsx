import { useTranslation } from 'react-i18next';
import type { OnlineGame } from '../../game/online-game.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './RoomScreen.module.css';
import { useGame } from './use-online-game.ts';

/** Says so while the connection is broken; beside the board, never on it. */
export function ConnectionNote({ game }: { game: OnlineGame }) {
  const { t } = useTranslation();
  const connection = useGame(game, (state) => state.connection);
  const broken = connection === 'down' || connection === 'connecting';
  return (
    <div role="status" className={styles.note} data-connection={connection}>
      {broken && (
        <p>
          <Icon name="wifi-slash" />
          {t(`room.connection.${connection}`)}
        </p>
      )}
    </div>
  );
}
