import { useId } from 'react';
import styles from './Stepper.module.css';

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** Names of the two buttons. */
  less: string;
  more: string;
}

/** A whole number between bounds: typed, by arrow keys or by buttons. */
export function Stepper({ label, value, min, max, onChange, less, more }: StepperProps) {
  const id = useId();
  const set = (next: number): void => onChange(Math.min(max, Math.max(min, Math.round(next))));
  return (
    <div className={styles.stepper}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.field}>
        <button type="button" aria-label={less} disabled={value <= min} onClick={() => set(value - 1)}>
          −
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          {...{ min, max, value }}
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => Number.isFinite(target.valueAsNumber) && set(target.valueAsNumber)}
        />
        <button type="button" aria-label={more} disabled={value >= max} onClick={() => set(value + 1)}>
          +
        </button>
      </div>
    </div>
  );
}
