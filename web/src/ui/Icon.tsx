import paths from 'virtual:phosphor';
import { cx } from './cx.ts';
import styles from './Icon.module.css';
import type { IconName } from './icon-names.ts';

interface IconProps {
  name: IconName;
  className?: string | undefined;
}

/** A decorative icon of the font size. The control around it has the name. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={cx(styles.icon, className)} viewBox="0 0 256 256" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
