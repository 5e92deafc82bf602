declare module 'virtual:art' {
  /** Address of the folder with a theme's pictures, made by `scripts/lib/theme-modules.ts`. */
  const folders: Record<import('@doushouqi/protocol').ThemeId, string>;
  export default folders;
}

declare module 'virtual:board-themes' {
  /** What the board needs of each theme, made by `scripts/lib/theme-modules.ts`. */
  const themes: Record<import('@doushouqi/protocol').ThemeId, import('../board/theme.ts').BoardTheme>;
  export default themes;
}

declare module 'virtual:level-art' {
  /** Address of the folder with the emblems of the levels, made by `scripts/lib/theme-modules.ts`. */
  const folder: string;
  export default folder;
}

declare module 'virtual:api-routes' {
  /** Method and path of each route of the site, made by `scripts/lib/routes.ts`. */
  type Name = Exclude<
    import('@doushouqi/protocol').PublicRouteName,
    import('@doushouqi/protocol').ConsoleRouteName
  >;
  const routes: import('@doushouqi/protocol').RouteTable<Name>;
  export default routes;
}

declare module 'virtual:console-routes' {
  /** Method and path of each route of the console, likewise. */
  const routes: import('@doushouqi/protocol').RouteTable<import('@doushouqi/protocol').ConsoleRouteName>;
  export default routes;
}
