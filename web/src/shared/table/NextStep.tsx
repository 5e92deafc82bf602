import type { ReactNode } from 'react';
import { KEYS, storage } from '../../client/storage.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './NextStep.module.css';

/** What a result leads on to. */
export interface Step {
  /** A refused step of this kind is not offered again on the same day. */
  kind: 'register' | 'level' | 'rated';
  picture: ReactNode;
  title: string;
  text: string;
  onTake: () => void;
}

function keyOf({ kind }: Step): string {
  return `${KEYS.nextStep} ${kind}`;
}

/** Returns whether the user refused the step on the day of `now` (epoch ms). */
export function isRefused(step: Step, now: number): boolean {
  return storage.getItem(keyOf(step)) === new Date(now).toDateString();
}

export function refuse(step: Step, now: number): void {
  storage.setItem(keyOf(step), new Date(now).toDateString());
}

/** The next step, as one card between the result and its buttons. */
export function NextStep({ step: { kind, picture, title, text, onTake } }: { step: Step }) {
  return (
    <button type="button" className={cx(styles.step, kind === 'register' && styles.guest)} onClick={onTake}>
      {picture}
      <span className={styles.words}>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <Icon name="caret-right" />
    </button>
  );
}
