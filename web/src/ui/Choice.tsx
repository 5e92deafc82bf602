import type { ReactNode } from 'react';
import styles from './Choice.module.css';
import { cx } from './cx.ts';

interface ChoiceProps<T extends string> {
  legend: string;
  /** Values with their labels. */
  options: readonly (readonly [T, ReactNode])[];
  /** Null: none is chosen yet. */
  value: T | null;
  onChange: (value: T) => void;
  hint?: string;
  /** Options that cannot be chosen; none if absent. */
  disabled?: ((value: T) => boolean) | undefined;
  className?: string | undefined;
}

/** A choice of one of a few words, as radio buttons in a row. */
export function Choice<T extends string>({
  legend,
  options,
  value,
  onChange,
  hint,
  disabled,
  className,
}: ChoiceProps<T>) {
  return (
    <fieldset className={cx(styles.choice, className)}>
      <legend>{legend}</legend>
      {options.map(([one, name]) => (
        <label key={one}>
          <input
            type="radio"
            name={legend}
            checked={one === value}
            disabled={disabled?.(one)}
            onChange={() => onChange(one)}
          />
          <span>{name}</span>
        </label>
      ))}
      {hint && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  );
}
