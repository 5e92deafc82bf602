import type { ReactNode } from 'react';
import { useIsMember } from '../../client/session.ts';
import { Menu } from '../../ui/Menu.tsx';
import styles from './Reportable.module.css';
import type { Reported } from './ReportDialog.tsx';
import { report } from './report.ts';
import { t } from './room-texts.ts';

interface ReportableProps {
  reported: Reported;
  /** Nickname of its author. */
  name: string;
  children: ReactNode;
}

/** A received message with a menu, from which members report it. */
export function Reportable({ reported, name, children }: ReportableProps) {
  const isMember = useIsMember();
  if (!isMember) return children;
  return (
    <div className={styles.row}>
      {children}
      <Menu
        label={t('said.menu', { name })}
        items={[{ icon: 'flag', label: t('said.report'), onSelect: () => report(reported) }]}
        className={styles.menu}
      />
    </div>
  );
}
