declare module 'postject' {
  /** Puts `resource` into the program of that file. */
  export function inject(
    filename: string,
    name: string,
    resource: Buffer,
    options: { sentinelFuse: string },
  ): Promise<void>;
}
