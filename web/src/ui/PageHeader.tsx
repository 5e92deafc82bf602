import type { ReactNode } from 'react';
import { BackLink } from './Button.tsx';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  /** Where the arrow leads. */
  back: string;
  backLabel: string;
  title: ReactNode;
  /** Controls at the right end. */
  children?: ReactNode;
}

/** The bar on top of every page but home. */
export function PageHeader({ back, backLabel, title, children }: PageHeaderProps) {
  return (
    <header className={styles.bar}>
      <BackLink to={back} label={backLabel} />
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.end}>{children}</div>
    </header>
  );
}
