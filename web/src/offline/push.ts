import type { PushKind, PushNotification } from '@doushouqi/protocol';

/**
 * Calls by Web Push (docs/people.md) in the service worker. The worker has no login, whose token only pages reach: a
 * subscription that the browser replaces is stored at the server by the next page (client/push-device.ts).
 */

interface PageWindow {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  push: WorkerEvent & { data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { notification: Pick<Notification, 'close' | 'data'> };
  pushsubscriptionchange: WorkerEvent & {
    oldSubscription?: Pick<PushSubscription, 'options'> | null;
    newSubscription?: unknown;
  };
}
/** The parts of `ServiceWorkerGlobalScope` in use; the compiler knows the types of pages only. */
export interface PushScope {
  registration: {
    pushManager: Pick<PushManager, 'subscribe'>;
    showNotification(title: string, options: NotificationOptions & { renotify?: boolean }): Promise<void>;
  };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PageWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener<E extends keyof WorkerEvents>(event: E, listen: (event: WorkerEvents[E]) => void): void;
}

interface Note {
  title: string;
  options: NotificationOptions & { renotify: boolean; data: { url: string } };
}

const FRIENDS = '/#friends';

type Words = [title: string, body: string, url: string];

/** Title and text of a notification, and the page that it opens. The name is that of the user who caused it. */
const NOTES: Record<PushKind, (name: string, id: string) => Words> = {
  turn: (_, id) => ['轮到你了', '点这里回到棋盘', `/play/room/${id}`],
  invitation: (name, id) => [`${name} 邀请你对局`, '点这里进房间', `/play/room/${id}`],
  challenge: (name, id) => [`${name} 向你挑战`, '点这里看看，再决定接不接', `/challenge/${id}`],
  friendRequest: (name) => [`${name} 想加你为好友`, '点这里看看', FRIENDS],
  message: (name) => [`${name} 发来私信`, '点这里看看', FRIENDS],
  // Of a game there is another one below.
  tournament: (name, id) => [`${name} 开始签到了`, '开赛前没签到就算退出', `/tournament/${id}`],
};

/** The same of a game in a tournament. */
function gameOf(name: string, roomId: string): Words {
  return [`${name} 轮到你上场`, '点这里马上入座，迟迟不走第一步会判负', `/play/room/${roomId}`];
}

/** Maximum length of an id or a name. */
const LONGEST = 64;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST;
}

/** Returns the text of a reminder, or null for another call. */
function reminderOf(hoursLeft: unknown): string | null {
  return Number.isInteger(hoursLeft) ? `还剩 ${hoursLeft} 小时，到时没走就判负` : null;
}

/** Returns the notification of a call, or null for a value that is not one. Pure. */
export function noteOf(call: unknown): Note | null {
  const { kind, id, name, hoursLeft, roomId } = (call ?? {}) as { [Key in keyof PushNotification]?: unknown };
  if (!isText(kind) || !Object.hasOwn(NOTES, kind) || !isText(id)) return null;
  if (kind !== 'turn' && !isText(name)) return null;
  const isGame = kind === 'tournament' && isText(roomId);
  const [title, body, url] = isGame
    ? gameOf(String(name), encodeURIComponent(roomId))
    : NOTES[kind as PushKind](String(name), encodeURIComponent(id));
  return {
    title,
    options: {
      body: reminderOf(hoursLeft) ?? body,
      lang: 'zh-CN',
      icon: '/icons/icon-192.png',
      // A later call about the same thing replaces the notification; only a further turn or game rings again.
      tag: `${kind} ${id}`,
      renotify: kind === 'turn' || isGame,
      data: { url },
    },
  };
}

function windowsOf({ clients }: PushScope): Promise<readonly PageWindow[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Shows a call, unless the user sees a page of the site, which shows it by itself. */
async function show(scope: PushScope, data: WorkerEvents['push']['data']): Promise<void> {
  const call = await Promise.resolve(data)
    .then((sent) => sent?.json())
    .catch(() => null);
  const note = noteOf(call);
  if (note === null || (await windowsOf(scope)).some((one) => one.visibilityState === 'visible')) return;
  await scope.registration.showNotification(note.title, note.options);
}

/** Pages whose game or study a call does not replace. */
const AT_THE_BOARD = /^\/(play\/|analysis)/;

/** Shows a page of the site: in a window that is there, or in one that leaves no board, or else in a new one. */
async function open(scope: PushScope, url: string): Promise<void> {
  const [path, hash] = url.split('#');
  const pathOf = (one: PageWindow) => new URL(one.url).pathname;
  const isThere = (one: PageWindow) => pathOf(one) === path;
  const there = hash === undefined && (await windowsOf(scope)).find(isThere);
  if (there) return void (await there.focus());
  // Other windows do not navigate.
  const controlled = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false });
  const found = controlled.find(isThere) ?? controlled.find((one) => !AT_THE_BOARD.test(pathOf(one)));
  if (!found) return void (await scope.clients.openWindow(url));
  // Focus first: a press allows it for a moment, and only one window.
  await found.focus();
  await found.navigate(url);
}

/** Shows calls in the service worker, opens what they are about, and renews the subscription. */
export function attendPushes(scope: PushScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data)));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { url } = (event.notification.data ?? {}) as { url?: unknown };
    event.waitUntil(open(scope, typeof url === 'string' ? url : '/'));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    if (event.newSubscription || !event.oldSubscription) return;
    event.waitUntil(scope.registration.pushManager.subscribe(event.oldSubscription.options));
  });
}
