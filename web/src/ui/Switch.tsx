import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  /** Explanation below the name. */
  hint?: string;
  children: ReactNode;
}

/** A setting that is on or off, with its name in front. */
export function Switch({ on, onChange, disabled = false, hint, children }: SwitchProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className={styles.row}>
      <span>
        <span id={`${id}-name`}>{children}</span>
        {hint && (
          <small id={`${id}-hint`} className={styles.hint}>
            {hint}
          </small>
        )}
      </span>
      <Base.Root
        checked={on}
        onCheckedChange={onChange}
        disabled={disabled}
        className={styles.switch}
        aria-labelledby={`${id}-name`}
        aria-describedby={hint && `${id}-hint`}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </label>
  );
}
