import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { type Animal, FACES } from './faces.ts';

interface EmptyStateProps {
  animal: Animal;
  title: string;
  text?: string;
  /** A button. */
  action?: ReactNode;
}

/** Placeholder of an empty list: a gray face, one line and an optional button. */
export function EmptyState({ animal, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <img src={FACES[animal]} alt="" width={96} height={96} />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
