/** A bot: `node packages/room-client/example/bot.ts [URL [ROOM]]` plays one game of random moves as a guest. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { isOver, plyOf } from '@doushouqi/room';
import { canMove, RoomClient, type RoomState } from '@doushouqi/room-client';
import { openSocket } from '@doushouqi/room-client/socket';
import { legalGameMoves } from '@doushouqi/rules';

const [url = 'http://localhost:8080', roomId = 'bots'] = process.argv.slice(2);
let token = '';
const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
const session = await api.createGuest({ body: {} });
token = session.access_token;
const userId = session.user._id;
await api.joinRoom({ body: { roomId } });

const { socket, close } = openSocket({ url, roomId, token: () => token, random: Math.random });
const client = new RoomClient({
  roomId,
  userId,
  connect: async () => socket,
  now: () => performance.now(),
  randomId: randomUUID,
  onClosed(code) {
    console.error(`the room is closed: ${code}`);
    process.exit(1);
  },
});
await client.open();

function hasEnded({ local: { room } }: RoomState): boolean {
  return room !== null && isOver(room);
}
for (;;) {
  const state = await client.until((now) => hasEnded(now) || canMove(now, userId));
  const room = state.local.room!;
  if (isOver(room)) break;
  await delay(300);
  const moves = legalGameMoves(room.game);
  const outcome = await client.move(moves[Math.floor(Math.random() * moves.length)]!);
  console.log(`move ${plyOf(room) + 1}: ${outcome.kind}`);
}
console.log(`winner: ${client.state.local.room?.header.winner ?? 'none'}`);
close();
client.stop();
