import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  /** 0–100. */
  value: number;
  onChange: (value: number) => void;
  /** The hand has let go, or a key was pressed. */
  onDone?: () => void;
  className?: string | undefined;
}

/** A track with a knob; arrows move it too. */
export function Slider({ label, value, onChange, onDone, className }: SliderProps) {
  return (
    <input
      type="range"
      min={0}
      max={100}
      step={5}
      aria-label={label}
      value={value}
      className={cx(styles.slider, className)}
      style={{ '--part': `${value}%` } as CSSProperties}
      onChange={(event) => onChange(Number(event.target.value))}
      onPointerUp={onDone}
      onKeyUp={onDone}
    />
  );
}
