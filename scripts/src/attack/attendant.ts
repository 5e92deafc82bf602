import { type ApiClient, createApiClient } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { io, type Socket } from 'socket.io-client';
import type { Target } from './attack.ts';

/** Somebody with an account whom the product counts as being there, by a connection that says nothing. */
export interface Attendant {
  userId: string;
  api: ApiClient;
  socket: Socket;
}

export async function attend(target: Target, nickname: string): Promise<Attendant> {
  const { userId, token } = await target.register(nickname);
  const { url } = target.platform;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  return { userId, api, socket };
}
