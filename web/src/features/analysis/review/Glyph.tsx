import { memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import styles from './Glyph.module.css';
import type { Mark } from './marks.ts';
import { t } from './texts.ts';

interface GlyphProps {
  mark: Mark;
  size?: 'small' | 'large';
  className?: string | undefined;
}

function DrawnGlyph({ mark, size = 'small', className }: GlyphProps) {
  const name = t(`mark.${mark}`);
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      data-mark-of={mark}
      className={cx(styles.glyph, size === 'large' && styles.large, className)}
    >
      {t(`glyph.${mark}`)}
    </span>
  );
}

/** A mark as one carved character: square for good marks, round for bad ones. */
export const Glyph = memo(DrawnGlyph);
