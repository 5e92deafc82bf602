import type { ApiClient } from '@doushouqi/protocol';
import { io, type Socket } from 'socket.io-client';
import { apiFrom } from './api-from.ts';
import type { Target } from './attack.ts';

/** Somebody with an account and an address whom the product counts as being there, by a connection that says nothing. */
export interface Attendant {
  api: ApiClient;
  socket: Socket;
}

export async function attend(target: Target, nickname: string): Promise<Attendant> {
  const { token } = await target.register(nickname);
  const { url } = target.platform;
  const address = target.newAddress();
  const socket = io(url, {
    auth: { token },
    extraHeaders: { 'x-forwarded-for': address },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  return { api: apiFrom(url, address, token), socket };
}
