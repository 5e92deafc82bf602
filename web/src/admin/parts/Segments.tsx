import { useId } from 'react';
import styles from './Segments.module.css';

interface SegmentsProps<T> {
  legend: string;
  options: readonly (readonly [T, string])[];
  /** Null: nothing chosen yet. */
  value: T | null | undefined;
  onChange: (value: T) => void;
}

/** A choice of one of a few words in one frame, as radio buttons. */
export function Segments<T extends string | number>({ legend, options, value, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
