/// <reference types="vite/client" />

declare module 'virtual:phosphor' {
  /** Path data by icon name, drawn in a box of 256. Made by `scripts/lib/icons.ts`. */
  const paths: Record<import('./icon-names.ts').IconName, string>;
  export default paths;
}

declare module 'virtual:phosphor-ways' {
  /** Path data of the icons of what opens an account, as `virtual:phosphor`. */
  const paths: Record<import('./icon-names.ts').WayIconName, string>;
  export default paths;
}

declare module 'virtual:phosphor-letters' {
  /** Path data of the icons of letters, as `virtual:phosphor`. */
  const paths: Record<import('./icon-names.ts').LetterIconName, string>;
  export default paths;
}

declare module 'virtual:phosphor-puzzles' {
  /** Path data of the icons of the puzzles, as `virtual:phosphor`. */
  const paths: Record<import('./icon-names.ts').PuzzleIconName, string>;
  export default paths;
}

declare module 'virtual:phosphor-tournaments' {
  /** Path data of the icons of tournaments, as `virtual:phosphor`. */
  const paths: Record<import('./icon-names.ts').TournamentIconName, string>;
  export default paths;
}

declare module 'virtual:phosphor-console' {
  /** Path data of the icons of the console, as `virtual:phosphor`. */
  const paths: Record<import('./icon-names.ts').ConsoleIconName, string>;
  export default paths;
}
