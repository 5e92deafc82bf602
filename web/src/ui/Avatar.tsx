import type { CSSProperties } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx.ts';

interface AvatarProps {
  /** File name below `/avatar/`; absent: an empty disc, for an unknown viewer. */
  file?: string | undefined;
  /** Pixels; look.md knows 56, 46, 38, 34 and 26. */
  size: number;
  /** Filled dot or hollow ring; absent: no dot. */
  online?: boolean | undefined;
}

/** A round picture of a person. The name always stands beside it, so the picture itself is silent. */
export function Avatar({ file, size, online }: AvatarProps) {
  return (
    <span
      className={cx(styles.avatar, online === true && styles.online, online === false && styles.offline)}
      style={{ '--size': `${size}px` } as CSSProperties}
    >
      {file && <img src={`/avatar/${encodeURIComponent(file)}`} alt="" width={size} height={size} />}
    </span>
  );
}
