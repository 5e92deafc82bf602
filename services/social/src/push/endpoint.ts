/** Hosts of the push services of Chrome, Edge, Firefox and Safari; `*.` stands for one or more labels. */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

/** `host`, `*.host`, or for a push service in the own network its origin, `http://host:port`. */
export const PUSH_HOST = /^(https?:\/\/[\w.-]+(:\d+)?|(\*\.)?[\w-]+(\.[\w-]+)+)$/;

/** One or more labels of a host name; a parsed URL is in lower case. */
const LABELS = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/;

function isAt({ protocol, host, hostname, origin }: URL, allowed: string): boolean {
  if (allowed.includes('://')) return origin === allowed;
  // `host` contains a port unless it is 443.
  if (protocol !== 'https:' || host !== hostname) return false;
  if (!allowed.startsWith('*.')) return hostname === allowed;
  const domain = allowed.slice(1);
  return hostname.endsWith(domain) && LABELS.test(hostname.slice(0, -domain.length));
}

/**
 * Returns the endpoint of a push subscription in its normal form, or null unless it is at an allowed host: the service
 * sends requests to it, so a client must not choose an address inside the network. Pure.
 */
export function readEndpoint(text: string, allowed: readonly string[]): string | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return allowed.some((host) => isAt(url, host)) ? url.href : null;
}
