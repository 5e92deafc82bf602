import type { PublicUser } from '@doushouqi/protocol';
import type { Player } from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import type { Animal } from '../../board/types.ts';
import { sideOf } from '../../game/board-model.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Chip } from '../../ui/Marks.tsx';
import { Clock } from './Clock.tsx';
import styles from './PlayerBar.module.css';
import { PHONE, useMedia } from './use-media.ts';

interface PlayerBarProps {
  game: OnlineGame;
  player: Player;
  user: PublicUser | undefined;
  mine: boolean;
  onTurn: boolean;
  /** Once the game is over. */
  result: 'win' | 'lose' | 'draw' | null;
  captured: readonly Animal[];
  /** An enemy stands at this player's den. */
  threatened: boolean;
}

/** One player: face, name, side, what he took, his clock. */
export function PlayerBar(props: PlayerBarProps) {
  const { game, player, user, mine, onTurn, result, captured, threatened } = props;
  const { t } = useTranslation();
  const side = sideOf(player);
  const sideName = t(`board.sideName.${side}`);
  const doing = onTurn ? ` · ${t(mine ? 'room.bar.yourTurn' : 'room.bar.thinking')}` : '';
  return (
    <section
      className={cx(styles.bar, onTurn && styles.turn)}
      data-side={side}
      data-on-turn={onTurn}
      aria-label={`${sideName} ${user?.nickname ?? ''}`}
    >
      <Avatar file={user?.avatar} size={useMedia(PHONE) ? 38 : 46} />
      <div className={styles.who}>
        <div className={styles.name}>
          <span className={styles.nickname}>{user?.nickname ?? t('room.bar.unknown')}</span>
          {mine && <Chip className={styles.me}>{t('room.bar.me')}</Chip>}
        </div>
        <div className={styles.tray}>
          <Tray captured={captured} />
          {result ? (
            <span className={cx(styles.result, styles[result])}>
              {sideName} · {t(`room.bar.result.${result}`)}
            </span>
          ) : (
            <span className={styles.side}>
              {sideName}
              {doing}
            </span>
          )}
          {threatened && (
            <Chip tone="red" className={styles.me}>
              {t('room.bar.threatened')}
            </Chip>
          )}
        </div>
      </div>
      <Clock game={game} player={player} audible={mine} label={t('room.bar.clock', { side: sideName })} />
    </section>
  );
}

function Tray({ captured }: { captured: readonly Animal[] }) {
  const { t } = useTranslation();
  if (captured.length === 0) return null;
  const names = captured.map((animal) => t(`board.animal.${animal}`)).join(t('board.list'));
  return (
    <span role="img" className={styles.captured} aria-label={t('room.bar.captured', { pieces: names })}>
      {captured.map((animal) => (
        <img key={animal} src={FACES[animal]} alt="" width={22} height={22} />
      ))}
    </span>
  );
}
