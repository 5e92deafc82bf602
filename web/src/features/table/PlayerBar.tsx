import { outcome, type Player, positionOf, turn } from '@doushouqi/rules';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Animal } from '../../board/types.ts';
import { capturedBy, colourOf, denBesieged } from '../../game/board-model.ts';
import type { GameController, GameState } from '../../game/controller.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Chip } from '../../ui/Marks.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import { Clock } from './Clock.tsx';
import styles from './PlayerBar.module.css';
import { useGame } from './use-game.ts';

/** Who plays a side, as the bar shows it. */
export interface Person {
  /** Null while it is not known. */
  nickname: string | null;
  /** File of the picture. */
  avatar?: string | undefined;
  /** Whether this player is there; null where nobody can tell. */
  online: boolean | null;
  /** Lays a card about this player behind the name. */
  card?: ((name: ReactNode) => ReactNode) | undefined;
  /** What one can do about this player, before the clock. */
  links?: ReactNode;
  /** Knocks on the board, to wake this player up; offered while it is his turn. */
  onNudge?: (() => void) | undefined;
}

interface PlayerBarProps {
  controller: GameController;
  player: Player;
  person: Person;
  /** How far the bar glows when the turn comes, in cell edges of the board. */
  glow: number;
}

function isOnTurn({ status, game }: GameState, player: Player): boolean {
  return status === 'playing' && turn(positionOf(game)) === player;
}

/** One player: face, name, side, what he took, his clock. */
export function PlayerBar({ controller, player, person, glow }: PlayerBarProps) {
  const { t } = useTranslation();
  const isMine = useGame(controller, ({ own }) => own === player);
  const onTurn = useGame(controller, (state) => isOnTurn(state, player));
  const isPlaying = useGame(controller, ({ status }) => status === 'playing');
  const clock = useGame(controller, (state) => state.clock);
  const side = colourOf(player);
  const sideName = t(`board.sideName.${side}`);
  const name = <span className={styles.nickname}>{person.nickname ?? t('table.bar.unknown')}</span>;
  return (
    <section
      className={cx(styles.bar, onTurn && styles.turn)}
      data-side={side}
      data-on-turn={onTurn}
      aria-label={`${sideName} ${person.nickname ?? ''}`}
      style={{ '--glow': `${glow * 22}px` } as CSSProperties}
    >
      <Face person={person} onTurn={onTurn} />
      <div className={styles.who}>
        <div className={styles.name}>
          {person.card?.(name) ?? name}
          {isMine && <Chip className={styles.me}>{t('table.bar.me')}</Chip>}
        </div>
        <Standing {...{ controller, player, sideName, isMine, onTurn }} />
      </div>
      {person.links}
      {clock && (
        <Clock
          {...{ clock, player, isPlaying }}
          audible={isMine}
          label={t('table.bar.clock', { side: sideName })}
        />
      )}
    </section>
  );
}

/** The avatar with its dot; a press knocks on the board. */
function Face({ person, onTurn }: { person: Person; onTurn: boolean }) {
  const { avatar, online, onNudge } = person;
  const { t } = useTranslation();
  const size = useMedia(PHONE) ? 38 : 46;
  const face = <Avatar file={avatar} size={size} online={online ?? undefined} />;
  const state = online === null ? null : t(online ? 'table.bar.online' : 'table.bar.offline');
  return (
    <>
      {onNudge && onTurn ? (
        <button
          type="button"
          className={styles.nudge}
          title={t('table.bar.nudge')}
          aria-label={t('table.bar.nudge')}
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

interface StandingProps extends Pick<PlayerBarProps, 'controller' | 'player'> {
  sideName: string;
  isMine: boolean;
  onTurn: boolean;
}

/** How this player's game stands: what he took, whether it is his turn or how it ended, a den in danger. */
function Standing({ controller, player, sideName, isMine, onTurn }: StandingProps) {
  const { t } = useTranslation();
  const game = useGame(controller, (state) => state.game);
  const status = useGame(controller, (state) => state.status);
  const { winner } = outcome(game);
  const result = winner === 0 ? 'draw' : winner === player ? 'win' : 'lose';
  const doing = onTurn ? ` · ${t(isMine ? 'table.bar.yourTurn' : 'table.bar.thinking')}` : '';
  return (
    <div className={styles.tray}>
      <Tray captured={capturedBy(game, player)} />
      {status === 'over' ? (
        <span className={cx(styles.result, styles[result])}>
          {sideName} · {t(`table.bar.result.${result}`)}
        </span>
      ) : (
        <span className={styles.side}>
          {sideName}
          {doing}
        </span>
      )}
      {status === 'playing' && denBesieged(game, player) && (
        <Chip tone="red" className={styles.me}>
          {t('table.bar.threatened')}
        </Chip>
      )}
    </div>
  );
}

function Tray({ captured }: { captured: readonly Animal[] }) {
  const { t } = useTranslation();
  if (captured.length === 0) return null;
  const names = captured.map((animal) => t(`board.animal.${animal}`)).join(t('board.list'));
  return (
    <span role="img" className={styles.captured} aria-label={t('table.bar.captured', { pieces: names })}>
      {captured.map((animal) => (
        <img key={animal} src={FACES[animal]} alt="" width={22} height={22} />
      ))}
    </span>
  );
}
