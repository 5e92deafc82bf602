import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min?: number;
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
  const { label, value, min = 0, max = 100, step = 5, valueText, onChange, onDone, className } = props;
  return (
    <input
      type="range"
      min={min}
      max={max}
      step={step}
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      className={cx(styles.slider, className)}
      style={{ '--part': `${max === min ? 0 : ((value - min) / (max - min)) * 100}%` } as CSSProperties}
      onChange={(event) => onChange(Number(event.target.value))}
      onPointerUp={onDone}
      onKeyUp={onDone}
    />
  );
}
