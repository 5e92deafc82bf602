import { vi } from 'vitest';

const KEYS = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) };

interface FakePushOptions {
  /** The user's answer to the browser's question; `never`: Firefox, whose question the user left open. */
  answer?: NotificationPermission | 'never';
  /** Whether the service accepts subscriptions; `never`: it does not answer. */
  reachable?: boolean | 'never';
}

/** The push service of the browser, as the page sees it. */
export function fakePush(
  permission: NotificationPermission,
  { answer = permission, reachable = true }: FakePushOptions = {},
) {
  const state = { permission, endpoint: null as string | null, asked: 0 };
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    async requestPermission() {
      state.asked += 1;
      if (answer === 'never') return new Promise<never>(() => undefined);
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
      if (reachable === 'never') return new Promise<never>(() => undefined);
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
