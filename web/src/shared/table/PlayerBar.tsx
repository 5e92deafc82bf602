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
import { BotChip, Chip, GuestChip } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { isLongName, nameSize } from './name-size.ts';
import styles from './PlayerBar.module.css';
import { sound } from './settings.ts';
import { t } from './texts.ts';
import { useGameBeside } from './use-game.ts';
import { type TableLayout, useTableLayout } from './use-table-layout.ts';

/** A player as shown in the bar. */
export interface Person {
  /** Null while unknown. */
  nickname: string | null;
  /** File name of the avatar. */
  avatar?: string | undefined;
  /** Shown to others only: the own bar has its own tag. */
  isGuest?: boolean | undefined;
  /** Replaces the file for the computer's players. */
  portrait?: Portrait | undefined;
  /** Whether this player is online; null if unknown. */
  online: boolean | null;
  /** Wraps the name in a card about this player. */
  card?: ((name: ReactNode) => ReactNode) | undefined;
  /** Actions about this player, where the bar has room. */
  links?: ReactNode;
  /** Wraps the avatar in a menu, for small bars; contains the nudge while it is offered. */
  menu?: ((face: ReactNode, onNudge: (() => void) | undefined) => ReactNode) | undefined;
  /** Nudges this player; offered during the player's turn. */
  onNudge?: (() => void) | undefined;
  /** Level and rating in rated games. */
  rating?: ReactNode;
  /** Replaces the clock in games without one. */
  aside?: ReactNode;
}

interface PlayerBarProps {
  controller: GameController;
  side: Side;
  person: Person;
  /** Width of the glow at the start of a turn, in cell edges of the board. */
  glow: number;
}

/** Edge of the avatar in px; small bars have no room for further buttons. */
const FACE: Record<TableLayout, number> = { wide: 46, columns: 46, upright: 44, phone: 38, landscape: 34 };
const SMALL: readonly TableLayout[] = ['phone', 'landscape'];

function isOnTurn({ status, game }: GameState, side: Side): boolean {
  return status === 'playing' && turn(positionOf(game)) === side;
}

interface PlayerFrameProps extends Pick<PlayerBarProps, 'controller' | 'side' | 'glow'> {
  /** Name for screen readers. */
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The frame of a bar: the edge has the side's color, the outline marks the turn. */
export function PlayerFrame({ controller, side, name, glow, className, children }: PlayerFrameProps) {
  const onTurn = useGameBeside(controller, (state) => isOnTurn(state, side));
  return (
    <section
      className={cx(styles.bar, onTurn && styles.turn, className)}
      data-side={side}
      data-on-turn={onTurn}
      aria-label={name}
      style={{ '--turn-glow': `${glow * 22}px` } as CSSProperties}
    >
      {children}
    </section>
  );
}

/** A player's bar: avatar, name, side and clock in the first row, captured pieces and actions in the second. */
export function PlayerBar({ controller, side, person, glow }: PlayerBarProps) {
  const layout = useTableLayout();
  const onTurn = useGameBeside(controller, (state) => isOnTurn(state, side));
  const isMine = useGameBeside(controller, ({ own }) => own === side);
  const sideName = boardText(`sideName.${side}`);
  const isSmall = SMALL.includes(layout);
  const tray = <Tray {...{ controller, side }} />;
  const hasFloors = !isSmall && layout !== 'upright';
  return (
    <PlayerFrame {...{ controller, side, glow }} name={`${sideName} ${person.nickname ?? ''}`}>
      <div className={styles.first}>
        <Face {...{ person, onTurn }} size={FACE[layout]} hasMenu={isSmall} isMarked={isSmall && isMine} />
        <Who {...{ controller, side, person, isMine, onTurn, isSmall }} hasRankLine={layout !== 'upright'}>
          {!hasFloors && tray}
        </Who>
        {layout === 'upright' && person.links}
        <Time {...{ controller, side }} audible={isMine} aside={person.aside} />
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
  /** Has the tag of the own bar, where the name has no room for it. */
  isMarked: boolean;
}

/** The avatar with the online dot; a press nudges the player or opens the menu. */
function Face({ person, onTurn, size, hasMenu, isMarked }: FaceProps) {
  const { avatar, portrait, online, onNudge, menu } = person;
  const picture = <Avatar file={avatar} portrait={portrait} size={size} online={online ?? undefined} />;
  const face = isMarked ? (
    <span className={styles.marked}>
      {picture}
      <span>{t('bar.me')}</span>
    </span>
  ) : (
    picture
  );
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
  isMine: boolean;
  onTurn: boolean;
  isSmall: boolean;
  /** Whether level and rating have their own line. */
  hasRankLine: boolean;
  /** The captured pieces, in bars of one row. */
  children: ReactNode;
}

/** The name, with the state of this player's game below. */
function Who({ controller, side, person, isMine, onTurn, isSmall, hasRankLine, children }: WhoProps) {
  const nickname = person.nickname ?? t('bar.unknown');
  const name = (
    <span className={styles.nickname} data-size={nameSize(nickname)} title={nickname}>
      {nickname}
    </span>
  );
  // A clock shows the turn by its color.
  const hasClock = useGameBeside(controller, ({ clock }) => clock !== null);
  const turn = isSmall && isMine && onTurn && !hasClock && (
    <Chip tone={side} className={styles.me}>
      {t('bar.yourTurn')}
    </Chip>
  );
  const me = isMine && <Chip className={styles.me}>{t('bar.me')}</Chip>;
  const isLong = isLongName(nickname);
  return (
    <div className={styles.who}>
      <div className={styles.name}>
        {person.card?.(name) ?? name}
        <BotChip avatar={person.avatar} />
        <GuestChip isGuest={person.isGuest} />
        {turn || (!isSmall && !isLong && me)}
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

/** The side, and the turn or the result; in small bars a single character. */
function Standing({ controller, side, isMine, onTurn, isSmall }: RatingProps) {
  const winner = useGameBeside(controller, ({ game }) => outcome(game).winner);
  const isOver = useGameBeside(controller, ({ status }) => status === 'over');
  const result = winner === 'draw' ? 'draw' : winner === side ? 'win' : 'lose';
  // An aborted game has no result.
  const ended = isOver && winner !== null && t(`bar.result.${result}`);
  const doing = onTurn ? t(isMine ? 'bar.yourTurn' : 'bar.thinking') : null;
  const words = [boardText(`sideName.${side}`), ended || doing].filter(Boolean).join(' · ');
  if (!isSmall) return <span className={cx(ended && styles[result])}>{words}</span>;
  return (
    <>
      <span className="visually-hidden">{words}</span>
      <span className={cx(styles.seal, ended && styles[result])} aria-hidden="true">
        {ended || t(`alarm.side.${side}`)}
      </span>
    </>
  );
}

/** Number of pieces of a side. */
const PLACES = 8;

/** The pieces that the player captured, highest rank first; empty places are dots. */
export function Tray({ controller, side }: Pick<PlayerBarProps, 'controller' | 'side'>) {
  const game = useGameBeside(controller, (state) => state.game);
  const captured: readonly Animal[] = [...capturedBy(game, side)].reverse();
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

interface TimeProps extends Pick<PlayerBarProps, 'controller' | 'side'> {
  /** Whether the warning sounds play: only for a player of this device. */
  audible: boolean;
  /** Replaces the clock in games without one. */
  aside?: ReactNode;
}

/** The clock of a player. */
export function Time({ controller, side, audible, aside }: TimeProps) {
  const clock = useGameBeside(controller, (state) => state.clock);
  const isPlaying = useGameBeside(controller, ({ status }) => status === 'playing');
  return clock ? <Clock {...{ clock, side, isPlaying, audible }} /> : aside;
}

/** Milliseconds between two updates of a running clock. */
const TICK = 100;
const TICKS_BELOW = 10_000;

interface ClockProps extends Pick<TimeProps, 'side' | 'audible'> {
  clock: GameClock;
  /** Whether the game runs. */
  isPlaying: boolean;
}

/** Shows a player's time left, computed from the clock at every tick. */
function Clock({ clock, side, isPlaying, audible }: ClockProps) {
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
      aria-label={t('bar.clock', { side: boardText(`sideName.${side}`) })}
      data-running={runs}
      className={cx(styles.clock, runs && styles.running, low && styles.low)}
      style={{ '--part': `${part}%` } as CSSProperties}
    >
      {left === null ? '–' : formatClock(left)}
    </div>
  );
}

/** Plays a sound at 30 s, and each second below 10 s. */
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
