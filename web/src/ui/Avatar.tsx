import { DEFAULT_AVATAR, faceOfBot } from '@doushouqi/protocol';
import { type CSSProperties, useState } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';

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

/** A round picture of a user; a bot's is a square plate with rivets and a badge. The name stands beside it, so screen readers skip the picture. */
export function Avatar({ file, portrait, size, online }: AvatarProps) {
  const [missing, setMissing] = useState<string>();
  // A missing file is replaced by the default picture.
  const shown = file && file === missing ? DEFAULT_AVATAR : file;
  const face = file ? faceOfBot(file) : null;
  if (face !== null) return <Plate face={face} size={size} />;
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

function Plate({ face, size }: { face: string; size: number }) {
  return (
    <span className={styles.plate} style={{ '--size': `${size}px` } as CSSProperties}>
      <img src={`/avatar/${face}`} alt="" width={size} height={size} />
      <span className={styles.badge}>
        <Icon name="robot" />
      </span>
    </span>
  );
}
