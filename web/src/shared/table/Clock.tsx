import type { Side } from '@doushouqi/rules';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatClock, LOW_TIME, timeLeftOf } from '../../game/clock.ts';
import type { GameClock } from '../../game/controller.ts';
import { cx } from '../../ui/cx.ts';
import styles from './Clock.module.css';
import { sound } from './sound-setting.ts';

/** How often a running clock is looked at (spec §9). Milliseconds. */
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

/** The time that a player has left. It works the time out anew at every tick and never counts. */
export function Clock({ clock, side, isPlaying, audible, label }: ClockProps) {
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
