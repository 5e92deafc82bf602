import { type Player, positionOf, turn } from '@doushouqi/rules';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatClock, LOW_TIME, timeLeftOf } from '../../game/clock.ts';
import type { OnlineGame } from '../../game/online-game.ts';
import { serverTimeAt } from '../../game/online-state.ts';
import { cx } from '../../ui/cx.ts';
import styles from './Clock.module.css';
import { sound } from './sound-setting.ts';
import { useGame } from './use-online-game.ts';

/** How often a running clock is looked at (spec §9). Milliseconds. */
const TICK = 100;
const TICKS_BELOW = 10_000;

interface ClockProps {
  game: OnlineGame;
  player: Player;
  /** Its own player hears it run low. */
  audible: boolean;
  label: string;
}

const readClock = (game: OnlineGame, player: Player): number | null => {
  const state = game.store.getState();
  const { room } = state.local;
  const serverNow = serverTimeAt(state, performance.now());
  if (!room || serverNow === null) return null;
  return timeLeftOf(room.header, player, turn(positionOf(room.game)), serverNow);
};

/** The time that a player has left. It reads the server's clock anew at every tick and never counts. */
export function Clock({ game, player, audible, label }: ClockProps) {
  const room = useGame(game, (state) => state.local.room);
  const [left, setLeft] = useState(() => readClock(game, player));
  const playing = room?.header.status === 'playing';
  const runs = playing && room.header.lastMoveTime !== null && turn(positionOf(room.game)) === player;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new times are read at once
  useEffect(() => {
    const read = (): void => setLeft(readClock(game, player));
    read();
    if (!runs) return;
    const timer = setInterval(read, TICK);
    return () => clearInterval(timer);
  }, [game, player, runs, room]);
  useLowSounds(audible && runs ? left : null);
  const low = playing && left !== null && left < LOW_TIME;
  const whole = (room?.header.timeControl.initial ?? 1) * 60_000;
  const part = Math.min(100, ((left ?? 0) / whole) * 100);
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
