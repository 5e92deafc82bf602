import { VIOLATIONS, type Violation } from '@doushouqi/protocol';
import { useId } from 'react';
import { t } from './texts.ts';
import styles from './ViolationField.module.css';

interface ViolationFieldProps {
  value: Violation | null;
  onChange: (violation: Violation) => void;
}

/** Asks what is wrong. */
export function ViolationField({ value, onChange }: ViolationFieldProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t('judgement')}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value as Violation)}>
        <option value="" disabled>
          {t('choose')}
        </option>
        {VIOLATIONS.map((one) => (
          <option key={one} value={one}>
            {t(`violation.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
