import type { ReactNode } from 'react';
import { t } from '../../client/texts.ts';
import { BackLink } from '../../ui/Button.tsx';
import { HeaderEnd } from './HeaderEnd.tsx';
import { placeTurn } from './header-slots.ts';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  /** Where the arrow leads, and its name; absent: home. */
  back?: string;
  backLabel?: string;
  title: ReactNode;
  /** Controls of this page. */
  children?: ReactNode;
}

/** The bar on top of every page but home and the tables. */
export function PageHeader({ back = '/', backLabel, title, children }: PageHeaderProps) {
  return (
    <header className={styles.bar}>
      <BackLink to={back} label={backLabel ?? t('backHome')} />
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.own}>{children}</div>
      <span ref={placeTurn} className={styles.turn} />
      <HeaderEnd className={styles.end} />
    </header>
  );
}
