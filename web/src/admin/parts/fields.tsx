import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './fields.module.css';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'onChange'> {
  label: string;
  /** At the end of the label's line. */
  aside?: ReactNode;
  maxLength: number;
  /** The form states the number of characters by itself. */
  isCounted?: boolean;
  onText: (text: string) => void;
}

/** A labeled text of several lines, with the number of characters left near its end. */
export function TextArea({ label, aside, isCounted = false, onText, ...rest }: TextAreaProps) {
  const id = useId();
  const left = rest.maxLength - String(rest.value ?? '').length;
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {left < 50 && !isCounted && <span className={styles.left}>{left}</span>}
        {aside}
      </div>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={styles.text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}

interface LineProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange'> {
  label: string;
  onText: (text: string) => void;
}

/** A labeled text of one line. */
export function Line({ label, onText, ...rest }: LineProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        autoComplete="off"
        {...rest}
        id={id}
        className={styles.line}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A check box with its words. */
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span className={styles.box}>{checked && <Icon name="check" />}</span>
      {children}
    </label>
  );
}
