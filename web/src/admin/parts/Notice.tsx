import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  icon?: IconName;
  text: string;
  /** A button. */
  children?: ReactNode;
}

/** What stands in the place of content: nothing there, loading, failed. */
export function Notice({ icon, text, children }: NoticeProps) {
  return (
    <div role="status" className={styles.notice}>
      {icon && <Icon name={icon} />}
      <p>{text}</p>
      {children}
    </div>
  );
}
