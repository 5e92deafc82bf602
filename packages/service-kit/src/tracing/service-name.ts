/** The service whose entry file this is; null for what is no service, the embedded store for one. */
export function serviceOfEntry(entry: string): string | null {
  const [, service, gateway] = /(?:\/services\/(\w+)|\/(gateway))\/src\/main\.ts$/.exec(entry) ?? [];
  return service ?? gateway ?? null;
}
