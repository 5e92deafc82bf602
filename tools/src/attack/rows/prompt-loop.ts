import { randomBytes } from 'node:crypto';
import type { ClientToServerEvents, ServerToClientEvents } from '@doushouqi/protocol';
import { io, type Socket } from 'socket.io-client';
import { mustPost, post } from '../../measure/requests.ts';
import type { Attack, Target } from '../attack.ts';

const SECONDS = 3;
/** Maximum number of prompts for the opponent in that time: one of each kind. */
const MOST_PROMPTS = 3;

interface Player {
  token: string;
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
}

async function sitDown(target: Target, roomId: string): Promise<Player> {
  const token = target.tokenOf(randomBytes(12).toString('hex'));
  await mustPost(target.platform.url, { token }, '/games/rooms', { roomId });
  const socket: Player['socket'] = io(target.platform.url, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  await socket.emitWithAck('joinRoom', { roomId });
  return { token, socket };
}

/** Makes and withdraws offers by HTTP and socket, without pause. Resolves to the number of accepted ones. */
async function loop(target: Target, { token, socket }: Player, roomId: string): Promise<number> {
  let taken = 0;
  const count = (ok: boolean): void => {
    if (ok) taken += 1;
  };
  const until = Date.now() + SECONDS * 1_000;
  const bySocket = async (): Promise<void> => {
    while (Date.now() < until && socket.connected) {
      for (const event of ['requestReset', 'rejectReset'] as const) {
        const answer = await socket.timeout(SECONDS * 1_000).emitWithAck(event, { roomId });
        count(answer.ok);
      }
    }
  };
  const byHttp = async (request: string, reject: string): Promise<void> => {
    while (Date.now() < until) {
      for (const verb of [request, reject]) {
        const response = await post(target.platform.url, { token }, `/games/rooms/${roomId}/${verb}`);
        await response.body?.cancel();
        count(response.ok);
      }
    }
  };
  await Promise.all([
    bySocket().catch(() => undefined),
    byHttp('reset/request', 'reset/reject'),
    byHttp('draw', 'draw/cancel'),
  ]);
  return taken;
}

export const promptLoop: Attack = {
  name: 'prompt-loop',
  what: 'A player offers a new game and a draw, and withdraws both, by HTTP and socket, for three seconds.',
  aim: `The opponent sees at most ${MOST_PROMPTS} prompts.`,
  async run(target) {
    const roomId = randomBytes(8).toString('hex');
    const [attacker, opponent] = [await sitDown(target, roomId), await sitDown(target, roomId)];
    let asked: string | null = null;
    let prompts = 0;
    opponent.socket.on('gameStateUpdate', ({ drawRequester, resetRequester }) => {
      const now = `${drawRequester} ${resetRequester}`;
      if (now !== asked && (drawRequester || resetRequester)) prompts += 1;
      asked = now;
    });
    const taken = await loop(target, attacker, roomId);
    for (const { socket } of [attacker, opponent]) socket.disconnect();
    const figures = { 'offers and answers accepted': String(taken), 'prompts shown': String(prompts) };
    return { figures, holds: prompts <= MOST_PROMPTS };
  },
};
