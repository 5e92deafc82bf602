/** Checks callers of the service: allowed pages and programs on this machine. Pure. */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request was sent to this machine by name, at whatever port it is reached. A page that has its own name lead
 * to 127.0.0.1 (DNS rebinding) is recognized by its `Host`.
 */
export function isOwnHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}`);
  return url !== null && url.href === `http://${url.host}/` && LOOPBACK.has(url.hostname);
}

/**
 * Whether a page of this origin may ask. Those of this machine may, whatever their port; programs that are no browser
 * name none. `allowed`: further origins, as browsers write them.
 */
export function isOurOrigin(origin: string | undefined, allowed: ReadonlySet<string>): boolean {
  if (origin === undefined || allowed.has(origin)) return true;
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && url.protocol === 'http:' && LOOPBACK.has(url.hostname);
}

/** Normalizes an origin to the form that browsers send (`https://example.com`), or returns null. */
export function originOf(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null;
}
