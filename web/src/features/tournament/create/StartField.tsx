import { useId } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { type Draft, dayLabel, startDays } from './draft.ts';
import styles from './StartField.module.css';
import { t } from './texts.ts';

interface StartFieldProps {
  draft: Pick<Draft, 'day' | 'time'>;
  /** The server's time. */
  now: number;
  error: string | undefined;
  onChange: (start: Partial<Pick<Draft, 'day' | 'time'>>) => void;
  onBlur: () => void;
}

/** The day and the time of day of the start. */
export function StartField({ draft: { day, time }, now, error, onChange, onBlur }: StartFieldProps) {
  const id = useId();
  const days = startDays(now);
  const shown = days.includes(day) ? days : [day, ...days];
  const state = { 'aria-invalid': error !== undefined || undefined, 'aria-describedby': `${id}-note` };
  return (
    <fieldset className={styles.field} onBlur={onBlur}>
      <legend>{t('start')}</legend>
      <div className={cx(styles.parts, error !== undefined && styles.bad)}>
        <span className={styles.day}>
          <select
            {...state}
            aria-label={t('startDay')}
            value={day}
            onChange={(event) => onChange({ day: event.target.value })}
          >
            {shown.map((one) => (
              <option key={one} value={one}>
                {dayLabel(one, now)}
              </option>
            ))}
          </select>
          <Icon name="caret-down" />
        </span>
        <input
          {...state}
          type="time"
          step={60}
          required
          aria-label={t('startTime')}
          value={time}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      </div>
      <p id={`${id}-note`} className={styles.note} role={error ? 'alert' : undefined}>
        {error && <Icon name="warning" />}
        {error}
      </p>
    </fieldset>
  );
}
