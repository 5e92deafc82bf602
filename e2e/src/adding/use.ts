/** Starts the product of this file's copy, and uses the additions of `additions.ts`. Prints the kinds that work. */
import { deepEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteName } from '@doushouqi/protocol';
import { freePorts, type Platform, startPlatform } from '@doushouqi/scripts';
import { io, type Socket } from 'socket.io-client';
import { type Cast, createCast, WHO } from '../authorization/cast.ts';
import { requestOf } from '../authorization/table.ts';

/** Casts a name to a route of the copy, which the types of the original lack. */
function added(name: string): RouteName {
  return name as RouteName;
}

async function useRoute(cast: Cast): Promise<void> {
  const name = added('countWords');
  const calls = WHO.map(async (who) => {
    const { verdict } = await cast.call(name, await requestOf(name, cast, who), cast.tokenOf(who));
    return [who, verdict];
  });
  deepEqual(Object.fromEntries(await Promise.all(calls)), {
    visitor: 'UNAUTHORIZED',
    expired: 'TOKEN_EXPIRED',
    guest: 'done',
    other: 'done',
    blocked: 'done',
    owner: 'done',
  });
  deepEqual(await cast.must(name, { body: { content: 'one two' } }, cast.owner), { words: 2 });
}

async function useMessage(socket: Socket, roomId: string): Promise<void> {
  const refused = await socket.emitWithAck('raiseHand', { roomId });
  deepEqual([refused.ok, refused.code], [false, 'NOT_A_PLAYER']);
  ok((await socket.emitWithAck('joinRoom', { roomId })).ok);
  deepEqual(await socket.emitWithAck('raiseHand', { roomId }), { ok: true });
}

async function useRoomEvent(cast: Cast, socket: Socket, roomId: string): Promise<void> {
  const received = once(socket as unknown as EventTarget, 'answerRead') as Promise<unknown[]>;
  const { v } = await cast.must<{ v: number }>('clearAction', { params: { roomId } }, cast.owner);
  const [event] = await received;
  const { at, ...rest } = event as { at: number };
  deepEqual(rest, { type: 'answerRead', roomId, v, userId: cast.owner.id });
  const room = await cast.must<{ chatMessages: { content: string; timestamp: number }[] }>(
    'getRoom',
    { params: { roomId }, query: { view: 'compact' } },
    cast.owner,
  );
  deepEqual(
    room.chatMessages.map(({ content, timestamp }) => [content, timestamp]),
    [['已读', at]],
  );
}

async function usePersonalEvent(cast: Cast, socket: Socket): Promise<void> {
  const received = once(socket as unknown as EventTarget, 'lookChanged') as Promise<unknown[]>;
  await cast.must('setTheme', { body: { theme: 'default' } }, cast.owner);
  deepEqual((await received)[0], { userId: cast.owner.id });
}

async function useService(cast: Cast): Promise<void> {
  const request = { body: { content: '你好' } };
  deepEqual(await cast.must(added('sendLetter'), request, cast.owner), { letters: 1 });
  deepEqual(await cast.must(added('sendLetter'), request, cast.owner), { letters: 2 });
}

async function useRoomKind(cast: Cast, platform: Platform): Promise<void> {
  const roomId = `t${randomUUID().slice(0, 8)}`;
  const made = await fetch(`http://127.0.0.1:${platform.processes.get('room')?.port}/internal/rooms`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-token': readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim(),
    },
    body: JSON.stringify({
      roomId,
      kind: 'training',
      players: [cast.owner.id, cast.friend.id],
      timeControl: { initial: 5, increment: 3 },
      gameId: randomUUID(),
    }),
  });
  deepEqual([made.status, await made.json()], [200, { roomId, v: 1 }]);
  const { kind } = await cast.must<{ kind: string }>('getRoom', { params: { roomId } }, cast.owner);
  deepEqual(kind, 'training');
}

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-added-'));
const [port = 0] = await freePorts(1);
const platform = await startPlatform({ dataDir, port, logLevel: 'warn' });
try {
  const cast = await createCast(platform);
  const socket = io(platform.url, { auth: { token: cast.owner.token }, transports: ['websocket'] });
  await once(socket as unknown as EventTarget, 'connect');
  const roomId = await cast.game();
  const uses: Record<string, () => Promise<void>> = {
    'HTTP route': () => useRoute(cast),
    'Client message': () => useMessage(socket, roomId),
    'Room event': () => useRoomEvent(cast, socket, roomId),
    'Personal event': () => usePersonalEvent(cast, socket),
    Service: () => useService(cast),
    'Room kind': () => useRoomKind(cast, platform),
  };
  for (const [kind, use] of Object.entries(uses)) {
    await use();
    console.log(kind);
  }
  socket.close();
} finally {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
