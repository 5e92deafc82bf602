import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Menu.module.css';
import popup from './Popup.module.css';

export interface MenuItem {
  icon: IconName;
  label: string;
  onSelect: () => void;
  disabled?: boolean;
}

interface MenuProps {
  /** Label of the button, for tooltips and screen readers. */
  label: string;
  items: readonly MenuItem[];
  /** Class of the button. */
  className?: string | undefined;
  /** Replaces the three dots. */
  children?: ReactNode;
}

/** A button that opens a short list of actions; arrow keys, Enter and Escape work in it. */
export function Menu({ label, items, className, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={cx(popup.trigger, styles.trigger, className)} title={label} aria-label={label}>
        {children ?? <Icon name="dots-three" />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} collisionPadding={8} className={styles.over}>
          <Base.Popup className={cx(popup.popup, styles.popup)}>
            {items.map(({ icon, label: text, onSelect, disabled }) => (
              <Base.Item key={text} className={styles.item} disabled={disabled ?? false} onClick={onSelect}>
                <Icon name={icon} />
                {text}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
