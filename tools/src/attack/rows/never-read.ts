import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gameScripts } from '@doushouqi/scripts';
import type { Attack, Finding, Target } from '../attack.ts';
import { connect, makeMove, sitDown } from '../bystanders.ts';
import { inMegabytes, watchGrowth } from '../growth.ts';
import { frame, logIn, openWire } from '../wire.ts';

const SOCKETS = 16;
const MOST_GROWTH = 60 * 2 ** 20;
/** Below the message limit of a socket: rounds of requests per second. */
const ROUNDS_PER_SECOND = 4;
const ASKS_PER_ROUND = 5;
/** Unrequested pongs keep a connection alive that reads no ping. */
const PONG_EVERY_MS = 5_000;

/** Number of moves in the largest catch-up reply. The room stores a few more. */
const MOVES_UNREAD = 40;

/** A logged-in client that sends requests and reads no replies. */
interface Blocking {
  send(packets: readonly string[]): Promise<void>;
  /** Returns whether it was cut, as far as a client that does not read can detect it. */
  isCut(): boolean;
  close(): void;
}

async function unreadWebsocket(target: Target): Promise<Blocking> {
  const wire = await openWire(target.platform.url, target.newAddress());
  await logIn(wire, target.tokenOf(randomBytes(12).toString('hex')));
  wire.socket.pause();
  return {
    async send(packets) {
      wire.socket.write(Buffer.concat(packets.map(frame)));
    },
    isCut: () => wire.closedAfter() !== undefined,
    close: () => wire.socket.destroy(),
  };
}

/** Polls that never read the pending output. */
async function unreadPolls(target: Target): Promise<Blocking> {
  const headers = { 'x-forwarded-for': target.newAddress() };
  const url = `${target.platform.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1));
  let isCut = false;
  const send = async (packets: readonly string[]): Promise<void> => {
    const body = packets.join('\x1e');
    const answer = await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body }).catch(() => undefined);
    await answer?.body?.cancel();
    isCut = answer?.status !== 200;
  };
  await send([`40${JSON.stringify({ token: target.tokenOf(randomBytes(12).toString('hex')) })}`]);
  // Packets before the end of the login would close the connection.
  await delay(500);
  return { send, isCut: () => isCut, close: () => undefined };
}

/** Returns a request for the last moves of a played room. */
async function expensiveRequest(target: Target): Promise<string> {
  const venue = { ...target, url: target.platform.url };
  const players: [ReturnType<typeof connect>, ReturnType<typeof connect>] = [connect(venue), connect(venue)];
  const roomId = await sitDown(venue, players);
  for (const [ply, move] of gameScripts(1, MOVES_UNREAD + 2)[0]!.entries())
    await makeMove(roomId, players, move, ply);
  const answer = await players[0].socket.emitWithAck('joinRoom', { roomId });
  for (const { socket } of players) socket.disconnect();
  const lastVersion = (answer.ok ? answer.v : 0) - MOVES_UNREAD;
  return `421["syncRoom",${JSON.stringify({ roomId, lastVersion })}]`;
}

/** Sixteen clients request a room repeatedly for `ms`. */
async function requestUnread(
  target: Target,
  connect: (target: Target) => Promise<Blocking>,
  ms: number,
): Promise<Finding> {
  const ask = await expensiveRequest(target);
  const bystanders = await target.bystanders();
  const clients = await Promise.all(Array.from({ length: SOCKETS }, () => connect(target)));
  const growth = watchGrowth(target, ['realtime-1', 'realtime-2', 'gateway']);
  const begun = performance.now();
  const cut = (): number => clients.filter((one) => one.isCut()).length;
  for (let round = 0; performance.now() - begun < ms && cut() < SOCKETS; round += 1) {
    const asks = Array<string>(round === 0 ? 50 : ASKS_PER_ROUND).fill(ask);
    const isPongDue = round % Math.round((PONG_EVERY_MS * ROUNDS_PER_SECOND) / 1_000) === 0;
    await Promise.all(
      clients.map((one) => (one.isCut() ? undefined : one.send(isPongDue ? [...asks, '3'] : asks))),
    );
    await delay(1_000 / ROUNDS_PER_SECOND);
  }
  const grown = growth();
  for (const one of clients) one.close();
  const { p99, lost } = await bystanders.stop();
  return {
    figures: {
      'cut off': `${cut()} of ${SOCKETS}`,
      'memory grown by': inMegabytes(grown),
      'p99 of bystanders': `${Math.round(p99)} ms`,
      'moves lost': String(lost),
    },
    holds: grown < MOST_GROWTH && lost === 0,
  };
}

const AIM = 'A node’s memory grows by at most 60 MB; the bystanders lose no move.';

export const neverRead: Attack = {
  name: 'never-read',
  what: 'Sixteen websockets request a room repeatedly, within the limits, and read no reply.',
  aim: AIM,
  slow: true,
  run: (target) => requestUnread(target, unreadWebsocket, 40_000),
};

export const neverPoll: Attack = {
  name: 'never-poll',
  what: 'The same by polling: sixteen connections send requests and never poll the replies.',
  aim: `All are cut off. ${AIM}`,
  slow: true,
  async run(target) {
    const finding = await requestUnread(target, unreadPolls, 15_000);
    const allCut = finding.figures['cut off'] === `${SOCKETS} of ${SOCKETS}`;
    return { ...finding, holds: finding.holds && allCut };
  },
};
