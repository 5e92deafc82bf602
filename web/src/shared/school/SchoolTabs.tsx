import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import styles from './SchoolTabs.module.css';
import { t } from './texts.ts';

const TABS = [
  { name: 'levels', to: '/endgame' },
  { name: 'puzzles', to: '/puzzle' },
  { name: 'daily', to: '/puzzle/daily' },
  { name: 'mistakes', to: '/puzzle/mistakes' },
] as const;
export type SchoolTab = (typeof TABS)[number]['name'];

interface SchoolTabsProps {
  current: SchoolTab;
  className?: string | undefined;
}

/** The pages of the endgame school, as tabs of a header. */
export function SchoolTabs({ current, className }: SchoolTabsProps) {
  return (
    <nav aria-label={t('tabs.label')} className={cx(styles.tray, className)}>
      {TABS.map(({ name, to }) => (
        <Link key={name} to={to} className={styles.slip} aria-current={name === current ? 'page' : undefined}>
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
