import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openToOthers } from '@doushouqi/operations/deployment';
import { gameScripts } from '@doushouqi/scripts';
import { times } from '../../numbers.ts';
import { type Attack, atMost, type Check, type Checks, is } from '../attack.ts';
import { makeMove, type Players, seatBystanders, sitDown } from '../bystanders.ts';
import type { Target } from '../target.ts';
import { frame, openWire, SOCKET_PATH, send, upgradeHeaders } from '../wire.ts';

/** Packets that a client without login sends in a loop. */
const LOOPS = { 'another namespace': '40/x,{}', pongs: '3', acknowledgements: '431[]' };
const FLOOD_MS = 2_500;
/** Clients that do not read. */
const SOCKETS = 16;
/** Number of moves in the largest catch-up reply. The room stores a few more. */
const MOVES_UNREAD = 40;

/** A polling session of engine.io. */
async function openPolling({ platform }: Target, address: string) {
  const headers = { 'x-forwarded-for': address };
  const url = `${platform.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1));
  /** Sends packets in one request; resolves to whether the session is open. */
  return async (packets: readonly string[]): Promise<boolean> => {
    const body = packets.join('\x1e');
    const answer = await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200;
  };
}

/** Floods over one connection after another until `signal` aborts; resolves to the longest lifetime of one, ms. */
async function flood(signal: AbortSignal, floodOne: () => Promise<void>): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const begun = performance.now();
    await floodOne();
    longest = Math.max(longest, performance.now() - begun);
    // Delay before a cut client reconnects.
    await delay(50);
  }
  return longest;
}

function floodByWebsocket({ platform, newAddress }: Target, packet: string, signal: AbortSignal) {
  const [address, one] = [newAddress(), frame(packet)];
  const many = Buffer.alloc(Math.floor((16 * 1_024) / one.length) * one.length, one);
  return flood(signal, async () => {
    const socket = await openWire(platform.url, address);
    while (!signal.aborted && !socket.closed) {
      if (socket.writableNeedDrain) await delay(1);
      else socket.write(many);
    }
    socket.destroy();
  });
}

function floodByPolls(t: Target, signal: AbortSignal) {
  const address = t.newAddress();
  return flood(signal, async () => {
    const send = await openPolling(t, address);
    while ((await send(Array(1_900).fill('3'))) && !signal.aborted);
  });
}

/** A logged-in client that sends requests and reads no replies. */
interface Unread {
  send(packets: readonly string[]): Promise<unknown>;
  /** Returns whether it was cut, as far as a client that does not read can detect it. */
  isCut(): boolean;
}

async function unreadWebsocket(t: Target): Promise<Unread> {
  const { client } = await t.enter();
  client.pause();
  let isCut = false;
  client.once('closed', () => {
    isCut = true;
  });
  const send = async (packets: readonly string[]): Promise<void> => {
    for (const packet of packets) client.write(packet);
  };
  return { send, isCut: () => isCut };
}

/** Polls that never read the pending output. */
async function unreadPolls(t: Target): Promise<Unread> {
  const post = await openPolling(t, t.newAddress());
  let isCut = false;
  const send = async (packets: readonly string[]): Promise<void> => {
    isCut = !(await post(packets));
  };
  await send([`40${JSON.stringify({ token: t.newUser().token })}`]);
  // Packets before the end of the login would close the connection.
  await delay(500);
  return { send, isCut: () => isCut };
}

/** Sixteen clients request the last moves of a played room repeatedly for `ms`, and read no reply. */
async function requestUnread(
  t: Target,
  open: (t: Target) => Promise<Unread>,
  ms: number,
  mustCut: boolean,
): Promise<Checks> {
  const players: Players = [await t.enter(), await t.enter()];
  const roomId = await sitDown(players);
  for (const [ply, move] of gameScripts(1, MOVES_UNREAD + 2)[0]!.entries())
    await makeMove(roomId, players, move, ply);
  const lastVersion = (await players[0].client.join(roomId)) - MOVES_UNREAD;
  const ask = `421["syncRoom",${JSON.stringify({ roomId, lastVersion })}]`;
  const stop = await seatBystanders(t);
  const clients = await times(SOCKETS, () => open(t));
  const growth = t.watchGrowth();
  const cut = (): number => clients.filter((one) => one.isCut()).length;
  const end = performance.now() + ms;
  // Below the message limit of a socket; unrequested pongs keep a connection alive that reads no ping.
  for (let round = 0; performance.now() < end && cut() < SOCKETS; round += 1) {
    const asks = [...Array<string>(round === 0 ? 50 : 5).fill(ask), ...(round % 20 === 0 ? ['3'] : [])];
    await Promise.all(clients.map((one) => (one.isCut() ? undefined : one.send(asks))));
    await delay(250);
  }
  const grown = growth();
  const { 'p99 of bystanders': p99, ...lost } = await stop();
  const isCut: Check = [`${cut()} of ${SOCKETS}`, !mustCut || cut() === SOCKETS];
  return {
    'cut off': isCut,
    'memory grown by': atMost(grown, 60, 'MB'),
    'p99 of bystanders': [p99![0], true],
    ...lost,
  };
}

/** Returns the reply of Redis to an unauthenticated client. */
async function askRedis(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write('DBSIZE\r\n'));
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString().trim();
}

const AIM = 'A node’s memory grows by at most 60 MB; the bystanders lose no move.';

export const FLOODS: readonly Attack[] = [
  {
    name: 'packet-flood',
    what: 'Four connections without a login send a foreign namespace, pongs, acknowledgments, and 1,900 packets per poll.',
    aim: 'Each is closed within a second; bystanders’ p99 stays under 250 ms, a node’s memory grows by at most 60 MB.',
    slow: true,
    async run(t) {
      const stop = await seatBystanders(t);
      const growth = t.watchGrowth();
      const signal = AbortSignal.timeout(FLOOD_MS);
      const floods = [
        ...Object.values(LOOPS).map((packet) => floodByWebsocket(t, packet, signal)),
        floodByPolls(t, signal),
      ];
      const lives = (await Promise.all(floods)).map((ms) => Math.round(ms));
      return {
        'longest lives, ms': [lives, Math.max(...lives) < 1_000],
        ...(await stop()),
        'memory grown by': atMost(growth(), 60, 'MB'),
      };
    },
  },
  {
    name: 'one-address',
    what: 'One address opens 1000 connections without a request, and 1200 websockets.',
    aim: 'It gets 600 sessions; bystanders’ p99 stays under 250 ms, memory grows by at most 120 MB.',
    slow: true,
    async run(t) {
      const stop = await seatBystanders(t);
      const growth = t.watchGrowth();
      const { hostname, port } = new URL(t.platform.url);
      const silent = Array.from({ length: 1_000 }, () =>
        connect(Number(port), hostname).on('error', () => undefined),
      );
      const address = t.newAddress();
      // Below the request limit, so that the session limit applies.
      const opened = await times(1_200, async (n) => {
        await delay(Math.floor(n / 15) * 100);
        return openWire(t.platform.url, address).catch(() => null);
      });
      const wires = opened.filter((wire) => wire !== null);
      const open = wires.filter(({ closed }) => !closed).length;
      const checks = await stop();
      for (const socket of [...silent, ...wires]) socket.destroy();
      return {
        'websockets open': atMost(open, 600),
        ...checks,
        'memory grown by': atMost(growth(), 120, 'MB'),
      };
    },
  },
  {
    name: 'never-read',
    what: 'Sixteen websockets request a room repeatedly, within the limits, and read no reply.',
    aim: AIM,
    slow: true,
    run: (t) => requestUnread(t, unreadWebsocket, 40_000, false),
  },
  {
    name: 'never-poll',
    what: 'The same by polling: sixteen connections send requests and never poll the replies.',
    aim: `All are cut off. ${AIM}`,
    slow: true,
    run: (t) => requestUnread(t, unreadPolls, 15_000, true),
  },
  {
    name: 'two-hosts',
    what: 'Requests for a page, the API and a websocket have two `Host` headers, the right one and another, in either order.',
    aim: 'Each gets 400; with one `Host` header each is served.',
    async run({ platform, newAddress }) {
      const { host } = new URL(platform.url);
      const requests: Record<string, [path: string, ...headers: string[]]> = {
        page: ['/'],
        API: ['/api/pairing/pools'],
        websocket: [SOCKET_PATH, ...upgradeHeaders()],
      };
      const checks: Record<string, Check> = {};
      for (const [name, [path, ...headers]] of Object.entries(requests)) {
        const statusOf = async (...hosts: string[]): Promise<number> => {
          const all = [...hosts.flatMap((one) => ['Host', one]), 'X-Forwarded-For', newAddress(), ...headers];
          const { socket, status } = await send(platform.url + path, all);
          socket.destroy();
          return status;
        };
        const usual = await statusOf(host);
        const several = [await statusOf(host, 'evil.example'), await statusOf('evil.example', host)];
        checks[name] = [usual, usual < 300];
        checks[`${name} with two hosts`] = [several, several.every((status) => status === 400)];
      }
      return checks;
    },
  },
  {
    name: 'open-files',
    what: 'Another user of the machine reads the data folder and connects to Redis.',
    aim: 'Only the owner can open files and folders; Redis requires a password.',
    async run(t) {
      await t.register('山君');
      const answer = await askRedis(t.platform.processes.get('redis')?.port ?? 0);
      return {
        'files and folders open to others': is(openToOthers(dirname(t.platform.keysDir)).length, 0),
        Redis: [answer, answer.startsWith('-NOAUTH')],
      };
    },
  },
];
