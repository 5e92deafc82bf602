/** Window sizes by name. CSS uses them as custom media, `@media (--phone)`; see `web/scripts/lib/styles.ts`. */
export const MEDIA = {
  /** Phones, and tablets in portrait. */
  phone: '(max-width: 768px)',
  /** Phones up to 374 px, which hide optional content. */
  narrow: '(max-width: 374px)',
  /** Windows too narrow for two columns. */
  tablet: '(max-width: 1023px)',
  /** Windows too narrow for a column on each side of the board. */
  compact: '(max-width: 1199px)',
  /** Low windows: some phones in portrait, small laptops. */
  short: '(max-height: 799px)',
  /** Phones in landscape. */
  low: '(max-height: 500px)',
} as const;
