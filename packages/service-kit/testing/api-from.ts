import { type ApiClient, createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';

/**
 * Returns the typed client of the public API, called from an address. `url`: of a gateway, or of a service that
 * trusts `x-forwarded-for`; `address`: undefined for that of the connection; `token`: null for a visitor.
 */
export function apiFrom(url: string, address: string | undefined, token: string | null): ApiClient {
  return createApiClient({
    routes: PUBLIC_ROUTES,
    baseUrl: `${url}/api`,
    token: () => token,
    fetch: (input, init = {}) => {
      const headers = new Headers(init.headers);
      if (address !== undefined) headers.set('x-forwarded-for', address);
      return fetch(input, { ...init, headers });
    },
  });
}
