import { outcome, positionOf, type Side, turn } from '@doushouqi/rules';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { t as boardText } from '../../board/texts.ts';
import type { Animal } from '../../board/types.ts';
import { capturedBy } from '../../game/board-model.ts';
import { formatClock, LOW_TIME, timeLeftOf } from '../../game/clock.ts';
import type { GameClock, GameController, GameState } from '../../game/controller.ts';
import { Avatar, type Portrait } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Chip } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { isLongName, nameSize } from './name-size.ts';
import styles from './PlayerBar.module.css';
import { sound } from './settings.ts';
import { t } from './texts.ts';
import { useGameBeside } from './use-game.ts';
import { type TableLayout, useTableLayout } from './use-table-layout.ts';

/** Who plays a side, as the bar shows it. */
export interface Person {
  /** Null while it is not known. */
  nickname: string | null;
  /** File of the picture. */
  avatar?: string | undefined;
  /** In place of a file, for players of the application's own. */
  portrait?: Portrait | undefined;
  /** Whether this player is online; null if unknown. */
  online: boolean | null;
  /** Lays a card about this player behind the name. */
  card?: ((name: ReactNode) => ReactNode) | undefined;
  /** What one can do about this player, where the bar has room for it. */
  links?: ReactNode;
  /** The same behind the face, for small bars; with it the knock on the board while that is offered. */
  menu?: ((face: ReactNode, onNudge: (() => void) | undefined) => ReactNode) | undefined;
  /** Knocks on the board, to wake this player up; offered while it is his turn. */
  onNudge?: (() => void) | undefined;
  /** Level and rating, where the game is about them. */
  rating?: ReactNode;
  /** In the clock's place, in games without one. */
  aside?: ReactNode;
}

interface PlayerBarProps {
  controller: GameController;
  side: Side;
  person: Person;
  /** How far the bar glows when the turn comes, in cell edges of the board. */
  glow: number;
}

/** Edge of the face; small bars have no room for buttons besides it. Px. */
const FACE: Record<TableLayout, number> = { wide: 46, columns: 46, upright: 44, phone: 38, landscape: 34 };
const SMALL: readonly TableLayout[] = ['phone', 'landscape'];

function isOnTurn({ status, game }: GameState, side: Side): boolean {
  return status === 'playing' && turn(positionOf(game)) === side;
}

interface PlayerFrameProps extends Pick<PlayerBarProps, 'controller' | 'side' | 'glow'> {
  /** Who plays the side, for screen readers. */
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The paper of a bar: its edge has the color of the side, its outline says whose turn it is. */
export function PlayerFrame({ controller, side, name, glow, className, children }: PlayerFrameProps) {
  const onTurn = useGameBeside(controller, (state) => isOnTurn(state, side));
  return (
    <section
      className={cx(styles.bar, onTurn && styles.turn, className)}
      data-side={side}
      data-on-turn={onTurn}
      aria-label={name}
      style={{ '--glow': `${glow * 22}px` } as CSSProperties}
    >
      {children}
    </section>
  );
}

/** One player: face, name, side and clock on the first floor, what he took and what one can do on the second. */
export function PlayerBar({ controller, side, person, glow }: PlayerBarProps) {
  const layout = useTableLayout();
  const onTurn = useGameBeside(controller, (state) => isOnTurn(state, side));
  const sideName = boardText(`sideName.${side}`);
  const isSmall = SMALL.includes(layout);
  const tray = <Tray {...{ controller, side }} />;
  const hasFloors = !isSmall && layout !== 'upright';
  return (
    <PlayerFrame {...{ controller, side, glow }} name={`${sideName} ${person.nickname ?? ''}`}>
      <div className={styles.first}>
        <Face person={person} onTurn={onTurn} size={FACE[layout]} hasMenu={isSmall} />
        <Who {...{ controller, side, person, onTurn, isSmall }} hasRankLine={layout !== 'upright'}>
          {!hasFloors && tray}
        </Who>
        {layout === 'upright' && person.links}
        <Time {...{ controller, side }} label={t('bar.clock', { side: sideName })} aside={person.aside} />
      </div>
      {hasFloors && (
        <div className={styles.second}>
          <span className={styles.took} aria-hidden="true">
            {t('moves.captures')}
          </span>
          {tray}
          <span className={styles.space} />
          {person.links}
        </div>
      )}
    </PlayerFrame>
  );
}

interface FaceProps {
  person: Person;
  onTurn: boolean;
  /** Px. */
  size: number;
  hasMenu: boolean;
}

/** The avatar with its dot; a press knocks on the board, or opens what else there is. */
function Face({ person, onTurn, size, hasMenu }: FaceProps) {
  const { avatar, portrait, online, onNudge, menu } = person;
  const face = <Avatar file={avatar} portrait={portrait} size={size} online={online ?? undefined} />;
  const state = online === null ? null : t(online ? 'bar.online' : 'bar.offline');
  const nudge = onTurn ? onNudge : undefined;
  const pressed = nudge ? (
    <button
      type="button"
      className={styles.nudge}
      title={t('bar.nudge')}
      aria-label={t('bar.nudge')}
      onClick={nudge}
    >
      {face}
    </button>
  ) : (
    face
  );
  return (
    <>
      {hasMenu && menu ? menu(face, nudge) : pressed}
      <span className="visually-hidden">{state}</span>
    </>
  );
}

interface WhoProps extends Pick<PlayerBarProps, 'controller' | 'side' | 'person'> {
  onTurn: boolean;
  isSmall: boolean;
  /** Level and rating have a line of their own. */
  hasRankLine: boolean;
  /** The tray, in bars of one floor. */
  children: ReactNode;
}

/** The name, and under it how this player's game stands. */
function Who({ controller, side, person, onTurn, isSmall, hasRankLine, children }: WhoProps) {
  const isMine = useGameBeside(controller, ({ own }) => own === side);
  const nickname = person.nickname ?? t('bar.unknown');
  const name = (
    <span className={styles.nickname} data-size={nameSize(nickname)} title={nickname}>
      {nickname}
    </span>
  );
  const me = isMine && <Chip className={styles.me}>{t('bar.me')}</Chip>;
  const isLong = isLongName(nickname);
  return (
    <div className={styles.who}>
      <div className={styles.name}>
        {person.card?.(name) ?? name}
        {!isSmall && !isLong && me}
      </div>
      {hasRankLine && person.rating && <div className={styles.rank}>{person.rating}</div>}
      <div className={styles.meta}>
        {!hasRankLine && person.rating}
        <Standing {...{ controller, side, isMine, onTurn, isSmall }} />
        {!isSmall && isLong && me}
        {children}
      </div>
    </div>
  );
}

interface RatingProps extends Pick<PlayerBarProps, 'controller' | 'side'> {
  isMine: boolean;
  onTurn: boolean;
  isSmall: boolean;
}

/** The side in words, and whether it is on turn or how its game ended; in small bars one carved character. */
function Standing({ controller, side, isMine, onTurn, isSmall }: RatingProps) {
  const winner = useGameBeside(controller, ({ game }) => outcome(game).winner);
  const isOver = useGameBeside(controller, ({ status }) => status === 'over');
  const result = winner === 'draw' ? 'draw' : winner === side ? 'win' : 'lose';
  // An aborted game has no result.
  const ended = isOver && winner !== null && t(`bar.result.${result}`);
  const doing = onTurn ? t(isMine ? 'bar.yourTurn' : 'bar.thinking') : null;
  const words = [boardText(`sideName.${side}`), ended || doing].filter(Boolean).join(' · ');
  if (!isSmall) return <span className={cx(styles.side, ended && styles[result])}>{words}</span>;
  return (
    <>
      <span className="visually-hidden">{words}</span>
      <span className={cx(styles.seal, ended && styles[result])} aria-hidden="true">
        {ended || t(`alarm.side.${side}`)}
      </span>
    </>
  );
}

/** Pieces of a side: as many places has the tray. */
const PLACES = 8;

/** What the player has taken, highest rank first; free places are dots. */
export function Tray({ controller, side }: Pick<PlayerBarProps, 'controller' | 'side'>) {
  const game = useGameBeside(controller, (state) => state.game);
  const captured: readonly Animal[] = capturedBy(game, side).toReversed();
  const names = captured.map((animal) => uiText(`animal.${animal}`)).join(boardText('list'));
  const label = captured.length > 0 ? t('bar.captured', { pieces: names }) : t('bar.noneCaptured');
  return (
    <span role="img" className={styles.tray} aria-label={label}>
      {Array.from({ length: PLACES }, (_, place) => {
        const animal = captured[place];
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
        return <span key={place}>{animal && <img src={FACES[animal]} alt="" width={24} height={24} />}</span>;
      })}
    </span>
  );
}

function Time({
  controller,
  side,
  label,
  aside,
}: Pick<PlayerBarProps, 'controller' | 'side'> & { label: string; aside: ReactNode }) {
  const clock = useGameBeside(controller, (state) => state.clock);
  const isPlaying = useGameBeside(controller, ({ status }) => status === 'playing');
  const isMine = useGameBeside(controller, ({ own }) => own === side);
  return clock ? <Clock {...{ clock, side, isPlaying, label }} audible={isMine} /> : aside;
}

/** How often a running clock is looked at. Milliseconds. */
const TICK = 100;
const TICKS_BELOW = 10_000;

interface ClockProps {
  clock: GameClock;
  side: Side;
  /** The game goes on. */
  isPlaying: boolean;
  /** Its own player hears it run low. */
  audible: boolean;
  label: string;
}

/** Shows a player's time left, computed from the clock at every tick. */
function Clock({ clock, side, isPlaying, audible, label }: ClockProps) {
  const [left, setLeft] = useState(() => timeLeftOf(clock, side));
  const runs = clock.lastMoveTime !== null && clock.turn === side;
  useEffect(() => {
    const read = (): void => setLeft(timeLeftOf(clock, side));
    read();
    if (!runs) return;
    const timer = setInterval(read, TICK);
    return () => clearInterval(timer);
  }, [clock, side, runs]);
  useLowSounds(audible && runs ? left : null);
  const low = isPlaying && left !== null && left < LOW_TIME;
  const part = Math.min(100, ((left ?? 0) / (clock.control.initial * 60_000)) * 100);
  return (
    <div
      role="timer"
      aria-label={label}
      data-running={runs}
      className={cx(styles.clock, runs && styles.running, low && styles.low)}
      style={{ '--part': `${part}%` } as CSSProperties}
    >
      {left === null ? '–' : formatClock(left)}
    </div>
  );
}

/** Once at 30 s, then each second below 10 s. */
function useLowSounds(left: number | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = left;
    if (left === null || before === null || left >= before) return;
    if (before >= LOW_TIME && left < LOW_TIME) sound('lowTime', { urgent: true });
    const passed = Math.ceil(before / 1000) !== Math.ceil(left / 1000);
    if (left < TICKS_BELOW && left > 0 && passed) sound('tick', { urgent: true });
  }, [left]);
}
