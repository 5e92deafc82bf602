import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  /** Maximum; the minimum is 0. */
  max?: number;
  step?: number;
  /** The value in words, if the number is not enough. */
  valueText?: string;
  onChange: (value: number) => void;
  /** Called when the pointer is released or a key was pressed. */
  onDone?: () => void;
  className?: string | undefined;
}

/** A slider; arrow keys move it too. */
export function Slider(props: SliderProps) {
  const { label, value, max = 100, step = 5, valueText, onChange, onDone, className } = props;
  return (
    <input
      type="range"
      min={0}
      max={max}
      step={step}
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      className={cx(styles.slider, className)}
      style={{ '--part': `${max === 0 ? 0 : (value / max) * 100}%` } as CSSProperties}
      onChange={(event) => onChange(Number(event.target.value))}
      onPointerUp={onDone}
      onKeyUp={onDone}
    />
  );
}
