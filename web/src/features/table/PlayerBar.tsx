import type { PublicUser } from '@doushouqi/protocol';
import type { Player } from '@doushouqi/rules';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Animal } from '../../board/types.ts';
import { sideOf } from '../../game/board-model.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Chip } from '../../ui/Marks.tsx';
import { NameCard } from '../friends/NameCard.tsx';
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
  /** Has a connection to the room; null where nobody can tell. */
  online: boolean | null;
  /** How far the bar glows when the turn comes, in cell edges of the board. */
  glow: number;
  /** Knocks on the board, to wake this player up; null when that makes no sense. */
  onNudge: (() => void) | null;
  /** What one can do about this player, before the clock. */
  links?: ReactNode;
}

/** One player: face, name, side, what he took, his clock. */
export function PlayerBar(props: PlayerBarProps) {
  const { game, player, user, mine, onTurn, result, captured, threatened, online, glow } = props;
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
      style={{ '--glow': `${glow * 22}px` } as CSSProperties}
    >
      <Face user={user} online={online} onNudge={props.onNudge} />
      <div className={styles.who}>
        <div className={styles.name}>
          {user ? (
            <NameCard userId={user._id} nickname={user.nickname}>
              <span className={styles.nickname}>{user.nickname}</span>
            </NameCard>
          ) : (
            <span className={styles.nickname}>{t('room.bar.unknown')}</span>
          )}
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
      {props.links}
      <Clock game={game} player={player} audible={mine} label={t('room.bar.clock', { side: sideName })} />
    </section>
  );
}

interface FaceProps extends Pick<PlayerBarProps, 'user' | 'online' | 'onNudge'> {}

/** The avatar with its dot; a press knocks on the board. */
function Face({ user, online, onNudge }: FaceProps) {
  const { t } = useTranslation();
  const size = useMedia(PHONE) ? 38 : 46;
  const face = <Avatar file={user?.avatar} size={size} online={online ?? undefined} />;
  const state = online === null ? null : t(online ? 'room.bar.online' : 'room.bar.offline');
  return (
    <>
      {onNudge ? (
        <button
          type="button"
          className={styles.nudge}
          title={t('room.nudge.label')}
          aria-label={t('room.nudge.label')}
          onClick={onNudge}
        >
          {face}
        </button>
      ) : (
        face
      )}
      <span className="visually-hidden">{state}</span>
    </>
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
