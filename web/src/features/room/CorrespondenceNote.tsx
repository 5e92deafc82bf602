import { turnOf } from '@doushouqi/room';
import { t as boardText } from '../../board/texts.ts';
import { leftText } from '../../shared/correspondence/time-words.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './CorrespondenceNote.module.css';
import { t } from './correspondence-texts.ts';
import type { OnlineGame } from './online/online-game.ts';
import { useOnline, useRoom } from './use-open-room.ts';
import { useTimeLeft } from './use-time-left.ts';

/** States whose move it is in a running correspondence game, and that the player may leave. */
export function CorrespondenceNote({ game }: { game: OnlineGame }) {
  const own = useOnline(game, (state) => state.own);
  const turn = useRoom(game, turnOf);
  const left = useTimeLeft(game);
  if (left === null) return null;
  const words = leftText(left);
  return (
    <p className={styles.line} role="status" data-own={own === turn}>
      <Icon name={own === turn ? 'door' : 'hourglass-medium'} />
      {own === null
        ? t('watched', { side: boardText(`sideName.${turn}`), left: words })
        : own === turn
          ? t('mine')
          : t('theirs', { left: words })}
    </p>
  );
}
