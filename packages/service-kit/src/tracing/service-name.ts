/** Returns the service of an entry file, or null if it is not a service's, as for the embedded store. */
export function serviceOfEntry(entry: string): string | null {
  const [, service, gateway] = /(?:\/services\/(\w+)|\/(gateway))\/src\/main\.ts$/.exec(entry) ?? [];
  return service ?? gateway ?? null;
}
