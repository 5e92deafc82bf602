import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}

/** A setting that is on or off, with its name before it. */
export function Switch({ on, onChange, children }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className={styles.row}>
      <span>{children}</span>
      <Base.Root checked={on} onCheckedChange={onChange} className={styles.switch}>
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </label>
  );
}
