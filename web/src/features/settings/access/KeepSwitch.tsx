import { useId } from 'react';
import { sound } from '../../../shared/table/settings.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './KeepSwitch.module.css';
import { t } from './texts.ts';

interface KeepSwitchProps {
  /** Name of the way, for screen readers. */
  name: string;
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}

/** 保留 or 停用, as two radio buttons on one track. */
export function KeepSwitch({ name, isKept, onChange }: KeepSwitchProps) {
  const group = useId();
  const option = (value: boolean) => (
    <label className={cx(!value && styles.end)}>
      <input
        type="radio"
        name={group}
        checked={isKept === value}
        onChange={() => {
          sound('move');
          onChange(value);
        }}
      />
      <span>{t(value ? 'keep' : 'end')}</span>
    </label>
  );
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{name}</legend>
      {option(true)}
      {option(false)}
    </fieldset>
  );
}
