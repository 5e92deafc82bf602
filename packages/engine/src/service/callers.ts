/** Checks callers of the service: allowed pages and programs on this machine. Pure. */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a request names this machine in `Host`, at any port. This refuses DNS rebinding, where a foreign
 * page resolves its own name to 127.0.0.1.
 */
export function isOwnHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ''}`);
  return url !== null && url.href === `http://${url.host}/` && LOOPBACK.has(url.hostname);
}

/**
 * Returns whether a page of this origin may send requests. Pages of this machine may, at any port; programs other
 * than browsers send no origin. `allowed`: further origins, in the form that browsers send.
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
