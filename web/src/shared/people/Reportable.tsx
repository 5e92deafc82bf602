import type { Reported } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { useIsMember } from '../../client/session.ts';
import { Menu } from '../../ui/Menu.tsx';
import styles from './Reportable.module.css';
import { t } from './room-texts.ts';

interface ReportableProps {
  reported: Reported;
  /** The reported text. */
  content: string;
  /** Nickname of its author. */
  name: string;
  children: ReactNode;
}

/** A received message with a menu, from which members report it. */
export function Reportable({ reported, content, name, children }: ReportableProps) {
  const isMember = useIsMember();
  if (!isMember) return children;
  const report = (): void => {
    void import('./report.ts').then(({ askToReport }) => askToReport(reported, content));
  };
  return (
    <div className={styles.row}>
      {children}
      <Menu
        label={t('said.menu', { name })}
        items={[{ icon: 'flag', label: t('said.report'), onSelect: report }]}
        className={styles.menu}
      />
    </div>
  );
}
