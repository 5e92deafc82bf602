import { TIME_CONTROL_BOUNDS, TIME_CONTROLS, type TimeControl } from '@doushouqi/protocol';
import { useState } from 'react';
import { Choice } from '../../ui/Choice.tsx';
import { Slider } from '../../ui/Slider.tsx';
import styles from './TimeControlChoice.module.css';
import { t } from './texts.ts';

interface TimeControlChoiceProps {
  /** Null: without clocks. */
  value: TimeControl | null;
  onChange: (control: TimeControl | null) => void;
}

const OWN = 'own';
const NONE = 'none';
const FIRST_OWN: TimeControl = { initial: 20, increment: 10 };

/** Returns a time control as `5 + 3`. */
export function controlName({ initial, increment }: TimeControl): string {
  return `${initial} + ${increment}`;
}

function presetOf(name: string): TimeControl | undefined {
  return TIME_CONTROLS.find((control) => controlName(control) === name);
}

const CHOICES = [
  ...TIME_CONTROLS.map((control) => [controlName(control), controlName(control)] as const),
  [OWN, t('own')],
  [NONE, t('untimed')],
] as const;

/** The choice of a preset, of an own time control or of none. */
export function TimeControlChoice({ value, onChange }: TimeControlChoiceProps) {
  const isPreset = value !== null && presetOf(controlName(value)) !== undefined;
  const [isOwn, setOwn] = useState(false);
  const [own, setOwnControl] = useState(value && !isPreset ? value : FIRST_OWN);
  const name = value === null ? NONE : isOwn || !isPreset ? OWN : controlName(value);
  const change = (control: TimeControl): void => {
    // An own time control may equal a preset.
    setOwn(true);
    setOwnControl(control);
    onChange(control);
  };
  const choose = (chosen: string): void => {
    setOwn(chosen === OWN);
    onChange(chosen === NONE ? null : (presetOf(chosen) ?? own));
  };
  return (
    <div className={styles.choice}>
      <Choice
        legend={t('legend')}
        options={CHOICES}
        value={name}
        onChange={choose}
        className={styles.presets}
      />
      {name === OWN && value && <OwnTime control={value} onChange={change} />}
    </div>
  );
}

interface OwnTimeProps {
  control: TimeControl;
  onChange: (control: TimeControl) => void;
}

/** A time control that is no preset. */
function OwnTime({ control, onChange }: OwnTimeProps) {
  const { initial, increment } = control;
  const minutes = t('minutes', { count: initial });
  const seconds = t('seconds', { count: increment });
  return (
    <div className={styles.own}>
      <output>{minutes}</output>
      <Slider
        label={t('minutesLabel')}
        valueText={minutes}
        value={initial}
        step={1}
        {...TIME_CONTROL_BOUNDS.initial}
        onChange={(value) => onChange({ initial: value, increment })}
      />
      <output>{seconds}</output>
      <Slider
        label={t('secondsLabel')}
        valueText={seconds}
        value={increment}
        step={1}
        {...TIME_CONTROL_BOUNDS.increment}
        onChange={(value) => onChange({ initial, increment: value })}
      />
    </div>
  );
}
