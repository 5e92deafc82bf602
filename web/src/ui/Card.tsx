import type { ComponentPropsWithRef } from 'react';
import styles from './Card.module.css';
import { cx } from './cx.ts';

interface CardProps extends ComponentPropsWithRef<'div'> {
  /** Draws the inner border; at most one framed card per column. */
  framed?: boolean;
}

/** A sheet of paper. */
export function Card({ framed, className, ...rest }: CardProps) {
  return <div {...rest} className={cx(styles.card, framed && styles.framed, className)} />;
}
