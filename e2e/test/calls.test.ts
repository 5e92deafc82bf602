import type { PushCall } from '@doushouqi/protocol';
import { startPushSink } from '@doushouqi/service-kit/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { PHONE, startWorld } from '../src/world.ts';

const sink = await startPushSink();
const world = await startWorld(undefined, undefined, () => ({ PUSH_HOSTS: sink.origin }));
afterAll(async () => {
  await world.stop();
  await sink.stop();
});

/** Runs in the page before its scripts: the headless browser has no permission to give, and no push service. */
function subscribeThere({ endpoint, keys }: ReturnType<typeof sink.subscribe>): void {
  const KEY = 'subscribed';
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys }),
    async unsubscribe() {
      localStorage.removeItem(KEY);
      return true;
    },
  } as unknown as PushSubscription;
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem(KEY) === null ? null : subscription;
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(KEY, 'yes');
    return subscription;
  };
}

/** Resolves to the id of the site’s service worker, which a page of the site learns. */
async function registrationOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const id = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return id;
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  shown: Promise<unknown>;
}

/** Hands a call to the service worker as the browser does; resolves to what it shows. No page of the site is open. */
async function deliver(context: BrowserContext, registrationId: string, call: PushCall): Promise<unknown> {
  const devtools = await context.newCDPSession(await context.newPage());
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.startWorker', { scopeURL: `${world.site.url}/` });
  await expect.poll(() => context.serviceWorkers()).toHaveLength(1);
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = new Promise((resolve) => {
      scope.registration.showNotification = async (title, options) => resolve([title, options?.data.url]);
    });
  });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: world.site.url,
    registrationId,
    data: JSON.stringify(call),
  });
  return worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
}

test('a closed page is called to its turn; the logout ends the calls', async () => {
  const [red, blue] = [await world.player('山君'), await world.player('苍狼', PHONE)];
  const context = blue.page.context();
  const subscription = sink.subscribe();
  await context.addInitScript(subscribeThere, subscription);
  await blue.page.goto('/settings');
  await blue.page.getByRole('switch', { name: '用通知叫我' }).tap();
  await blue.page.getByRole('switch', { name: '轮到我走' }).waitFor();
  await expect.poll(() => blue.page.evaluate(() => localStorage.getItem('push'))).not.toBeNull();
  await blue.shot('calls-on');
  const registration = await registrationOf(blue.page);

  for (const player of [red, blue]) await player.enterRoom('calls');
  await Promise.all([red.waitStatus('playing'), blue.waitStatus('playing')]);
  await blue.page.close();

  await red.clickMove(DEN_GAME[0]!);
  await expect.poll(() => sink.received, { timeout: 40_000 }).toHaveLength(1);
  const { call, endpoint } = sink.received[0]!;
  expect([call, endpoint]).toEqual([{ kind: 'turn', name: null, id: 'calls' }, subscription.endpoint]);
  expect(await deliver(context, registration, call)).toEqual(['轮到你了', '/play/room/calls']);

  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: /退出/ }).tap();
  await page
    .getByRole('alertdialog', { name: '对局还没下完' })
    .getByRole('button', { name: '退出登录' })
    .tap();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
  expect([...red.errors, ...blue.errors]).toEqual([]);
});
