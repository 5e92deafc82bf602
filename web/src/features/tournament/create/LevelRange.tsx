import { type CSSProperties, type PointerEvent, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { type Animal, FACES } from '../../../ui/faces.ts';
import { t as uiText } from '../../../ui/texts.ts';
import styles from './LevelRange.module.css';
import { t } from './texts.ts';

/** The animals of the levels, ascending. */
const ANIMALS: readonly Animal[] = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'];
const LAST = ANIMALS.length - 1;

interface Range {
  /** Animals from 0 to 7; the first is not above the second. */
  lowest: number;
  highest: number;
}

function nameOf(animal: number): string {
  return uiText(`animal.${ANIMALS[animal]!}`);
}

/** `不限`, `猫到狮`, `只限猫`. */
export function rangeText({ lowest, highest }: Range): string {
  if (lowest === 0 && highest === LAST) return t('allLevels');
  if (lowest === highest) return t('oneLevel', { animal: nameOf(lowest) });
  return t('fromTo', { lowest: nameOf(lowest), highest: nameOf(highest) });
}

/** Returns the range after the nearer knob moved; with both at one place the direction decides. Pure. */
export function movedRange({ lowest, highest }: Range, to: number, knob: keyof Range | null): Range {
  const near = knob ?? (to - lowest < highest - to ? 'lowest' : 'highest');
  if (near === 'lowest') return { lowest: Math.min(to, highest), highest };
  return { lowest, highest: Math.max(to, lowest) };
}

/** The knob that a press moves; null: both are at one place, and the first step decides. */
function knobFor({ lowest, highest }: Range, at: number): keyof Range | null {
  if (lowest === highest) return at === lowest ? null : at < lowest ? 'lowest' : 'highest';
  return Math.abs(at - lowest) <= Math.abs(at - highest) ? 'lowest' : 'highest';
}

interface LevelRangeProps extends Range {
  onChange: (range: Range) => void;
}

/** Two knobs on the eight animals; they never cross. */
export function LevelRange({ lowest, highest, onChange }: LevelRangeProps) {
  const range = { lowest, highest };
  const held = useRef<{ knob: keyof Range | null } | null>(null);
  const inputs = useRef<Record<keyof Range, HTMLInputElement | null>>({ lowest: null, highest: null });
  const animalAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(LAST, Math.max(0, Math.floor(((clientX - left) / width) * ANIMALS.length)));
  };
  const moveTo = (at: number): void => {
    if (!held.current) return;
    held.current.knob ??= at === lowest ? null : at < lowest ? 'lowest' : 'highest';
    const { knob } = held.current;
    if (knob === null || at === range[knob]) return;
    inputs.current[knob]?.focus({ preventScroll: true });
    onChange(movedRange(range, at, knob));
  };
  const knobs = [
    ['lowest', lowest, t('lowest')],
    ['highest', highest, t('highest')],
  ] as const;
  return (
    <fieldset className={styles.field}>
      <legend>
        {t('levels')} <small>{`${rangeText(range)} · ${t('byHigher')}`}</small>
      </legend>
      <div
        className={styles.range}
        style={{ '--from': lowest, '--to': highest } as CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = animalAt(event);
          held.current = { knob: knobFor(range, at) };
          moveTo(at);
        }}
        onPointerMove={(event) => moveTo(animalAt(event))}
        onPointerUp={() => {
          held.current = null;
        }}
        onPointerCancel={() => {
          held.current = null;
        }}
      >
        {ANIMALS.map((animal, n) => (
          <span key={animal} className={cx(styles.animal, n >= lowest && n <= highest && styles.in)}>
            <img src={FACES[animal]} alt="" width={34} height={34} draggable={false} />
            {nameOf(n)}
          </span>
        ))}
        <i className={styles.bar} />
        {knobs.map(([knob, value, label]) => (
          <input
            key={knob}
            ref={(input) => {
              inputs.current[knob] = input;
            }}
            type="range"
            min={0}
            max={LAST}
            step={1}
            value={value}
            aria-label={label}
            aria-valuetext={nameOf(value)}
            className={styles.knob}
            onChange={(event) => onChange(movedRange(range, Number(event.target.value), knob))}
          />
        ))}
      </div>
    </fieldset>
  );
}
