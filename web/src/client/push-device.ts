import { PUSH_KINDS, type PushKinds } from '@doushouqi/protocol';
import { api } from './api.ts';
import { KEYS, storage } from './storage.ts';
import { withLock } from './windows.ts';

/** Calls of this browser by Web Push (docs/people.md#calls). It loads only for users who have or want them. */

/** Why the browser cannot be called: it has no push, it has push only for installed apps (iOS), or the user refused. */
export type PushObstacle = 'unsupported' | 'notInstalled' | 'denied';
/** `dismissed`: the user closed the browser's question. `unreachable`: the browser reached no push service. */
type PushOutcome = 'on' | 'denied' | 'dismissed' | 'unreachable';

export const EVERY_KIND = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, true])) as PushKinds;

function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Returns why this browser cannot be called; null if it can. */
export function pushObstacle(): PushObstacle | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouch() ? 'notInstalled' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Stored here of a subscription, so that another user of this browser does not take it over. */
interface SavedPush {
  userId: string;
  endpoint: string;
  kinds: PushKinds;
}

function savedPush(): SavedPush | null {
  try {
    return JSON.parse(storage.getItem(KEYS.push) ?? 'null') as SavedPush | null;
  } catch {
    return null;
  }
}

/** Returns null also where site data is blocked: the browser then stores no subscription. */
async function currentSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** A network that blocks the push service delays the answer of the browser. Milliseconds. */
const SUBSCRIBE_TIMEOUT = 15_000;

/** Rejects if the browser has not answered in time. A later subscription is unused. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The push service did not answer')), SUBSCRIBE_TIMEOUT);
  });
  return Promise.race([work, late]);
}

/** Subscribes, or returns the subscription if the server's key is still the same. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  // The worker is installed when the first page is idle; a press may come earlier.
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  const key = found?.options.applicationServerKey;
  if (found && key && base64Url(key) === applicationServerKey) return found;
  await found?.unsubscribe();
  return inTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

async function store(subscription: PushSubscription, userId: string, kinds: PushKinds): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON();
  await api.setPush({
    body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }, kinds },
  });
  storage.setItem(KEYS.push, JSON.stringify({ userId, endpoint, kinds } satisfies SavedPush));
}

/** Returns the calls that this browser gets; null for none. @throws the error of the request. */
export async function readPush(): Promise<PushKinds | null> {
  const [{ kinds }, subscription] = await Promise.all([api.getPush(), currentSubscription()]);
  return subscription === null ? null : kinds;
}

/** Runs one change at a time in all windows: a logout may follow a page load that still resumes the calls. */
function alone<T>(change: () => Promise<T>): Promise<T> {
  return withLock('push', 'exclusive', change);
}

/**
 * Asks for the permission. A press on the page closes the question of Firefox, which then does not answer; an answer
 * after that counts at the next press.
 */
export async function askPermission(): Promise<NotificationPermission> {
  const asked = new AbortController();
  const passed = new Promise<NotificationPermission>((resolve) => {
    for (const input of ['pointerdown', 'keydown'])
      window.addEventListener(input, () => resolve('default'), { capture: true, signal: asked.signal });
  });
  return Promise.race([Notification.requestPermission(), passed]).finally(() => asked.abort());
}

/** Asks for the permission, which needs a press, and subscribes. @throws the error of the request. */
export async function switchPushOn(userId: string, kinds: PushKinds): Promise<PushOutcome> {
  const permission = await askPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  return alone(async () => {
    const { publicKey } = await api.getPush();
    const subscription = await subscribe(publicKey).catch(() => null);
    if (subscription === null) return 'unreachable';
    await store(subscription, userId, kinds);
    return 'on';
  });
}

async function forget(): Promise<void> {
  storage.removeItem(KEYS.push);
  await (await currentSubscription())?.unsubscribe();
}

/** Ends the subscription in the browser: from now on its endpoint is gone for everyone. */
export function forgetPush(): Promise<void> {
  return alone(forget);
}

async function switchOff(): Promise<void> {
  await forget();
  await api.removePush();
}

/** @throws the error of the request; the browser is no longer subscribed then either. */
export function switchPushOff(): Promise<void> {
  return alone(switchOff);
}

/**
 * Continues the calls of this user after a page load: subscribes again if the browser dropped the subscription, and
 * stores it if it is another one or the session is. Ends those of another user, and those without permission.
 */
export function resumePush(userId: string): Promise<void> {
  return alone(async () => {
    const saved = savedPush();
    if (saved === null || saved.userId !== userId) return forget();
    if (Notification.permission !== 'granted') return switchOff();
    const { publicKey, kinds } = await api.getPush();
    const subscription = await subscribe(publicKey);
    if (kinds === null || subscription.endpoint !== saved.endpoint)
      await store(subscription, userId, kinds ?? saved.kinds);
  });
}
