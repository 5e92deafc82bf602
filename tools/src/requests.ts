/** Sender of a request. */
export interface Sender {
  token?: string;
  /** Client address; default 127.0.0.1. */
  address?: string;
}

/** Posts to a path of a platform's API; the caller reads or cancels the body. `url`: of its gateway. */
export function post(url: string, sender: Sender, path: string, body: object = {}): Promise<Response> {
  const { token, address } = sender;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (address !== undefined) headers.set('x-forwarded-for', address);
  const signal = AbortSignal.timeout(10_000);
  return fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/** Posts and throws unless it succeeds. */
export async function mustPost(url: string, sender: Sender, path: string, body: object = {}): Promise<void> {
  const response = await post(url, sender, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
}
