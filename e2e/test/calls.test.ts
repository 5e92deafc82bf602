import { DAY_MS, type PushNotification } from '@doushouqi/protocol';
import type { RoomCommand } from '@doushouqi/room';
import { createLiveRooms, createRoomCommands, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import type { Move } from '@doushouqi/rules';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { startPushSink } from '@doushouqi/service-kit/testing';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld, site } from '../src/join-world.ts';
import { enroll } from '../src/members.ts';
import type { Player } from '../src/player.ts';
import { moveTournament, storeTournament } from '../src/store-tournament.ts';
import { PHONE } from '../src/world.ts';

const sink = await startPushSink(site.pushPort);
afterAll(() => sink.stop());
const world = await joinWorld();

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
async function deliver(
  context: BrowserContext,
  registrationId: string,
  call: PushNotification,
): Promise<unknown> {
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

/** Turns the calls of a phone on; resolves to the id of its service worker and the address of its calls. */
async function turnOn({ page }: Player): Promise<{ registration: string; endpoint: string }> {
  const subscription = sink.subscribe();
  await page.context().addInitScript(subscribeThere, subscription);
  await page.goto('/settings');
  await page.getByRole('switch', { name: '用通知叫我' }).tap();
  await page.getByRole('switch', { name: '轮到我走' }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('push'))).not.toBeNull();
  return { registration: await registrationOf(page), endpoint: subscription.endpoint };
}

/** Resolves to the last call that the address receives, by default the first one. */
async function calledAt(endpoint: string, count = 1): Promise<PushNotification> {
  const calls = () => sink.received.filter((one) => one.endpoint === endpoint);
  await expect.poll(calls, { timeout: 40_000 }).toHaveLength(count);
  return calls().at(-1)!.call;
}

/** Waits until no page of the user counts as looked at. */
async function untilAway(userId: string): Promise<void> {
  const redis = connectRedis(world.site.redisUrl, { role: 'command' });
  await expect.poll(() => redis.exists(`{user:${userId}}:visible`), { timeout: 40_000 }).toBe(0);
  await closeRedis(redis);
}

test('a closed page is called to its turn; the logout ends the calls', async () => {
  const [red, blue] = [await world.player('山君'), await world.player('苍狼', PHONE)];
  const context = blue.page.context();
  const { registration, endpoint } = await turnOn(blue);
  await blue.shot('calls-on');

  for (const player of [red, blue]) await player.enterRoom('calls');
  await Promise.all([red.waitStatus('playing'), blue.waitStatus('playing')]);
  await blue.page.close();

  await red.clickMove(DEN_GAME[0]!);
  const call = await calledAt(endpoint);
  expect(call).toEqual({ kind: 'turn', name: null, id: 'calls' });
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

/**
 * Plays in correspondence games of one day a move with a clock of the past, so that the end of a day is near. Reminders
 * are queued when all moves are made: the first turns are late too, and one reminder a day is sent.
 * `left`: what remains of the day of the player to move, milliseconds.
 */
async function playedLongAgo(
  games: readonly { roomId: string; moves: readonly Move[]; left: number }[],
  users: readonly [string, string],
): Promise<void> {
  const redis = connectRedis(world.site.redisUrl, { role: 'queue' });
  const jobs = createRoomJobs(redis);
  const reminders: Parameters<typeof jobs.watchReminder>[] = [];
  const parts = {
    store: createRoomStore(redis),
    live: createLiveRooms(redis),
    jobs: {
      ...jobs,
      watchReminder: async (...reminder: (typeof reminders)[number]) => void reminders.push(reminder),
    },
  };
  const failures: unknown[] = [];
  for (const { roomId, moves, left } of games) {
    const at = Date.now() - DAY_MS + left;
    const commands = createRoomCommands({
      ...parts,
      now: () => at,
      onJobFailed: (error) => failures.push(error),
    });
    const choices = { timeControl: null, daysPerMove: 1, table: null } as const;
    const joins = users.map((userId) => ({ type: 'join', userId, newGameId: roomId, choices }) as const);
    const made = moves.map((move, ply) => {
      const side = ply % 2 === 0 ? ('red' as const) : ('blue' as const);
      return { type: 'move', userId: users[ply % 2]!, side, ...move } as const;
    });
    for (const command of [...joins, ...made] satisfies RoomCommand[])
      expect(await commands.execute(roomId, command)).toMatchObject({ ok: true });
  }
  for (const reminder of reminders) await jobs.watchReminder(...reminder);
  await jobs.close();
  await closeRedis(redis);
  expect(failures).toEqual([]);
}

test('at the end of a day a closed page is called, its player returns and moves; a day that ends decides the game', async () => {
  const [red, blue] = [await world.player('山君'), await world.player('苍狼', PHONE)];
  const context = blue.page.context();
  const { registration, endpoint } = await turnOn(blue);
  const users = [(await red.storedUser())._id, (await blue.storedUser())._id] as const;
  const api = await blue.api();
  await Promise.all([red.page.close(), blue.page.close()]);
  const [first, second] = DEN_GAME;
  await playedLongAgo(
    [
      { roomId: 'answered', moves: [first!], left: 600_000 },
      { roomId: 'late', moves: [first!, second!], left: 30_000 },
    ],
    users,
  );

  const call = await calledAt(endpoint);
  expect(call).toEqual({ kind: 'turn', name: null, id: 'answered', hoursLeft: 1 });
  expect(await deliver(context, registration, call)).toEqual(['轮到你了', '/play/room/answered']);
  const page = await context.newPage();
  await page.goto('/play/room/answered');
  for (const { x, y } of [second!.from, second!.to])
    await page.locator(`[data-testid="board"][data-ply="1"][data-live="true"] [data-cell="${x},${y}"]`).tap();
  await page.getByRole('button', { name: '就走这步' }).tap();
  await page.getByText(/^走好了，等对方。还剩 (23 小时|1 天)/).waitFor();

  await page.goto('/play/room/late');
  await page.locator('main[data-status="blue_win"]').waitFor({ timeout: 60_000 });
  const ended = async () => (await api.listRecords({ query: { limit: 10 } })).records;
  await expect.poll(ended).toMatchObject([{ notation: { endReason: 'TIME_UP' } }]);
  expect([...red.errors, ...blue.errors]).toEqual([]);
});

test('a closed page is called to the check-in of a tournament and to its game, once each', async () => {
  const { url, mongodbUrl } = world.site;
  const blue = await world.player('苍狼', PHONE);
  const context = blue.page.context();
  const { registration, endpoint } = await turnOn(blue);
  const [{ _id: userId }, api] = [await blue.storedUser(), await blue.api()];
  const { api: other } = await enroll(url, '花豹');
  const inAnHour = Date.now() + 3_600_000;
  const name = '夜猫杯';
  const seed = { kind: 'swiss', name, rounds: 3, checkIn: true, startsAt: inAnHour } as const;
  const id = await storeTournament(mongodbUrl, seed);
  const params = { id };
  for (const one of [api, other]) await one.joinTournament({ params });
  await blue.page.close();
  await untilAway(userId);

  await moveTournament(mongodbUrl, id, Date.now() + 300_000);
  const toCheckIn = await calledAt(endpoint);
  expect(toCheckIn).toEqual({ kind: 'tournament', name, id });
  expect(await deliver(context, registration, toCheckIn)).toEqual([
    `${name} 开始签到了`,
    `/tournament/${id}`,
  ]);

  for (const one of [api, other]) await one.checkIn({ params });
  await moveTournament(mongodbUrl, id, Date.now());
  const toGame = await calledAt(endpoint, 2);
  expect(toGame).toMatchObject({ kind: 'tournament', name, id });
  const { roomId } = (await api.getTournament({ params })).own!.game!;
  expect(await deliver(context, registration, toGame)).toEqual([
    `${name} 轮到你上场`,
    `/play/room/${roomId}`,
  ]);
  // No call to the first turn follows: without a first move the game ends.
  await expect
    .poll(async () => (await api.getTournament({ params })).own?.game ?? null, { timeout: 60_000 })
    .toBeNull();
  expect(sink.received.filter((one) => one.endpoint === endpoint)).toHaveLength(2);
  expect(blue.errors).toEqual([]);
});
