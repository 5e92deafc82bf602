import { vi } from 'vitest';

const KEYS = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) };

/** The push service of the browser, as the page sees it. `reachable`: whether it accepts subscriptions. */
export function fakePush(permission: NotificationPermission, { answer = permission, reachable = true } = {}) {
  const state = { permission, endpoint: null as string | null };
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    async requestPermission() {
      state.permission = answer;
      return answer;
    },
  });
  const current = () =>
    state.endpoint === null
      ? null
      : {
          endpoint: state.endpoint,
          options: { applicationServerKey: null },
          toJSON: () => ({ endpoint: state.endpoint, keys: KEYS }),
          async unsubscribe() {
            state.endpoint = null;
            return true;
          },
        };
  const pushManager = {
    getSubscription: async () => current(),
    async subscribe() {
      if (!reachable) throw new DOMException('no push service', 'AbortError');
      state.endpoint = `https://push.example/${crypto.randomUUID()}`;
      return current();
    },
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  return state;
}
