import { type ComponentPropsWithRef, useId } from 'react';
import styles from './TextArea.module.css';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'maxLength'> {
  label: string;
  value: string;
  /** Maximum number of characters. */
  limit: number;
  onText: (text: string) => void;
}

/** A labeled input of several lines, which counts its characters. */
export function TextArea({ label, value, limit, onText, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <p className={styles.label}>
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true" data-full={value.length >= limit}>
          {value.length}/{limit}
        </span>
      </p>
      <textarea
        {...rest}
        id={id}
        className={styles.text}
        value={value}
        maxLength={limit}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
