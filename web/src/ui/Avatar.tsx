import { DEFAULT_AVATAR } from '@doushouqi/protocol';
import { type CSSProperties, useState } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx.ts';

/** A picture of the application and its background. */
export interface Portrait {
  src: string;
  /** CSS color. */
  ground: string;
}

interface AvatarProps {
  /** File name below `/avatar/`; absent: an empty disc, for an unknown user. */
  file?: string | undefined;
  /** Replaces the file. */
  portrait?: Portrait | undefined;
  /** Diameter in px: 56, 46, 38, 34 or 26. */
  size: number;
  /** Filled dot or hollow ring; absent: no dot. */
  online?: boolean | undefined;
}

/** A round picture of a user. The name stands beside it, so screen readers skip the picture. */
export function Avatar({ file, portrait, size, online }: AvatarProps) {
  const [missing, setMissing] = useState<string>();
  // A missing file is replaced by the default picture.
  const shown = file && file === missing ? DEFAULT_AVATAR : file;
  return (
    <span
      className={cx(styles.avatar, online === true && styles.online, online === false && styles.offline)}
      style={{ '--size': `${size}px`, background: portrait?.ground } as CSSProperties}
    >
      {portrait && <img src={portrait.src} alt="" width={size} height={size} />}
      {shown && (
        <img
          src={`/avatar/${encodeURIComponent(shown)}`}
          alt=""
          width={size}
          height={size}
          onError={() => setMissing(file)}
        />
      )}
    </span>
  );
}
