import routes from 'virtual:console-routes';
import { createApiClient } from '@doushouqi/protocol';
import { observeServerTime } from '../../client/time.ts';
import { consoleSession } from './session.ts';

/** The typed client of the console's routes. A refused token leads to the login. */
export const api = createApiClient({
  routes,
  baseUrl: '/api',
  token: consoleSession.token,
  onRefused({ status, code }, token) {
    const isEnded = status === 401 || code === 'STAFF_ONLY';
    if (isEnded && token !== null && token === consoleSession.token()) consoleSession.expire();
  },
  onTime: observeServerTime,
});
