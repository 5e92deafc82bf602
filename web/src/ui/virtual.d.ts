/// <reference types="vite/client" />

declare module 'virtual:phosphor' {
  /** Path data by icon name, drawn in a box of 256. Made by `scripts/lib/icons.ts`. */
  const paths: Record<import('./icon-names.ts').IconName, string>;
  export default paths;
}
