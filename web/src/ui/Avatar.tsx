import { DEFAULT_AVATAR } from '@doushouqi/protocol';
import { type CSSProperties, useState } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx.ts';

/** A picture that is part of the application, on its ground. */
export interface Portrait {
  src: string;
  /** CSS color. */
  ground: string;
}

interface AvatarProps {
  /** File name below `/avatar/`; absent: an empty disc, for an unknown viewer. */
  file?: string | undefined;
  /** In place of a file. */
  portrait?: Portrait | undefined;
  /** Pixels; look.md knows 56, 46, 38, 34 and 26. */
  size: number;
  /** Filled dot or hollow ring; absent: no dot. */
  online?: boolean | undefined;
}

/** A round picture of a person. The name always stands beside it, so the picture itself is silent. */
export function Avatar({ file, portrait, size, online }: AvatarProps) {
  const [missing, setMissing] = useState<string>();
  // A file that is not there gives way to the common one.
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
