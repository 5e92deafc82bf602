import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Tabs.module.css';

interface Tab<Name extends string> {
  name: Name;
  label: string;
  /** Shows a dot for new content; the text is its label for screen readers. */
  news?: string | undefined;
  content: ReactNode;
}

interface TabsProps<Name extends string> {
  value: Name;
  onChange: (name: Name) => void;
  tabs: readonly Tab<Name>[];
  /** Content at the end of the line of tabs; below the tabs on phones. */
  aside?: ReactNode;
  className?: string | undefined;
}

/** Tabs with one visible panel. */
export function Tabs<Name extends string>({ value, onChange, tabs, aside, className }: TabsProps<Name>) {
  return (
    <Base.Root value={value} onValueChange={onChange} className={cx(styles.root, className)}>
      <div className={cx(styles.head, aside !== undefined && styles.shared)}>
        <Base.List className={styles.tray}>
          {tabs.map(({ name, label, news }) => (
            <Base.Tab key={name} value={name} className={styles.tab}>
              {label}
              {news && (
                <>
                  <i className={styles.dot} />
                  <span className="visually-hidden">{news}</span>
                </>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {aside}
      </div>
      {tabs.map(({ name, content }) => (
        <Base.Panel key={name} value={name} className={styles.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
