declare module 'subset-font' {
  /** Subsets an SFNT, WOFF or WOFF2 font to the characters of `text`. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff' | 'woff2' },
  ): Promise<Buffer>;
}
