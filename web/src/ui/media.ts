/** Sizes of a window by name. CSS names them as custom media: `@media (--phone)`; see `web/scripts/lib/styles.ts`. */
export const MEDIA = {
  /** Phones and upright tablets. */
  phone: '(max-width: 768px)',
  /** Phones of up to 374 px: what is not needed goes. */
  narrow: '(max-width: 374px)',
  /** No room for two columns of a page. */
  tablet: '(max-width: 1023px)',
  /** No room for a column on both sides of the board. */
  compact: '(max-width: 1199px)',
  /** Upright phones with a low window, small laptops. */
  short: '(max-height: 799px)',
  /** Phones in landscape. */
  low: '(max-height: 500px)',
} as const;
