import type { ReactNode } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import styles from './Slip.module.css';

interface SlipProps {
  icon: IconName;
  text: string;
  /** Says what closing does. */
  hideLabel: string;
  onHide: () => void;
  /** The button of the offer. */
  children: ReactNode;
}

/** Holds the place of a slip that loads, so that home does not move. */
export function SlipPlace() {
  return <div className={styles.slip} aria-hidden="true" data-place />;
}

/** An offer beside the greeting that does not interrupt. One is shown at a time. */
export function Slip({ icon, text, hideLabel, onHide, children }: SlipProps) {
  return (
    <div className={styles.slip} role="note">
      <Icon name={icon} />
      <span>{text}</span>
      {children}
      <IconButton icon="x" label={hideLabel} onClick={onHide} />
    </div>
  );
}
