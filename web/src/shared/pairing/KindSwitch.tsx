import styles from './KindSwitch.module.css';
import { t } from './texts.ts';

interface KindSwitchProps {
  rated: boolean;
  onChange: (rated: boolean) => void;
  /** Whether each choice is for a rating, in their order, with its name. */
  choices: readonly (readonly [rated: boolean, name: string])[];
}

/** The choice between casual and rated games. */
export function KindSwitch({ rated, onChange, choices }: KindSwitchProps) {
  return (
    <fieldset className={styles.kinds} aria-label={t('kinds')}>
      {choices.map(([value, name]) => (
        <button key={name} type="button" aria-pressed={rated === value} onClick={() => onChange(value)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
