import encodeQR from 'qr';
import { cx } from './cx.ts';
import styles from './QrCode.module.css';

/** A code to scan, dark on light in both modes: not all cameras read the reverse. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const rows = encodeQR(text, 'raw');
  const path = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className={cx(styles.code, className)}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
