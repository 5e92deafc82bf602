import asleep from '../../../art/faces/tiger-asleep.svg';
import wink from '../../../art/faces/tiger-wink.svg';
import { FACES } from '../../ui/faces.ts';
import styles from './PeekingTiger.module.css';

/** It looks; it closes its eyes while a password is typed; it opens one when the password is shown. */
export type Mood = 'open' | 'asleep' | 'wink';

const MOODS: Record<Mood, string> = { open: FACES.tiger, asleep, wink };

function Paw() {
  return (
    <svg viewBox="0 0 56 34" aria-hidden="true">
      <path
        d="M4 30C2 12 14 3 28 3S54 12 52 30C50 34 42 32 40 27C38 33 30 33 28 27C26 33 18 33 16 27C14 32 6 34 4 30Z"
        fill="#EE9434"
        stroke="#2A211C"
        strokeWidth="2.6"
        strokeLinejoin="round"
      />
      <path d="M16 27V19M28 27V18M40 27V19" stroke="#2A211C" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}

/** A tiger that holds the upper edge of the sheet in front of it; goes into a positioned, isolated parent. */
export function PeekingTiger({ mood }: { mood: Mood }) {
  return (
    <div className={styles.tiger} aria-hidden="true">
      {/* All three are there from the start: a swap must not wait for a picture. */}
      {Object.entries(MOODS).map(([name, src]) => (
        <img key={name} src={src} alt="" data-shown={name === mood} />
      ))}
      <div className={styles.paws}>
        <Paw />
        <Paw />
      </div>
    </div>
  );
}
