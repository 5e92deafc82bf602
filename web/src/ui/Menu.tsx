import { Menu as Base } from '@base-ui/react/menu';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Menu.module.css';
import popup from './Popup.module.css';

export interface MenuItem {
  icon: IconName;
  label: string;
  onSelect: () => void;
}

interface MenuProps {
  /** What the button opens, for hover and for screen readers. */
  label: string;
  items: readonly MenuItem[];
  /** Of the button. */
  className?: string | undefined;
}

/** Three dots that open a short list of actions; arrows, Enter and Escape work in it. */
export function Menu({ label, items, className }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={cx(popup.trigger, styles.trigger, className)} title={label} aria-label={label}>
        <Icon name="dots-three" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} collisionPadding={8} className={styles.over}>
          <Base.Popup className={cx(popup.popup, styles.popup)}>
            {items.map(({ icon, label: text, onSelect }) => (
              <Base.Item key={text} className={styles.item} onClick={onSelect}>
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
