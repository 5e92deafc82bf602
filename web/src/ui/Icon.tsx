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
  return <PathIcon path={paths[name]} className={className} />;
}

interface PathIconProps {
  /** Path data in a box of 256 px. */
  path: string;
  className?: string | undefined;
}

/** An icon that only some pages load. */
export function PathIcon({ path, className }: PathIconProps) {
  return (
    <svg className={cx(styles.icon, className)} viewBox="0 0 256 256" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
