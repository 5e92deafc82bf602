import type { ReactNode } from 'react';
import { type Animal, FACES } from '../../ui/faces.ts';
import styles from './Blank.module.css';

interface BlankProps {
  animal: Animal;
  title: string;
  hint: string;
  children?: ReactNode;
}

/** Shown in place of messages. */
export function Blank({ animal, title, hint, children }: BlankProps) {
  return (
    <div role="status" className={styles.blank}>
      <img src={FACES[animal]} alt="" width={80} height={80} />
      <strong>{title}</strong>
      <p>{hint}</p>
      {children}
    </div>
  );
}
