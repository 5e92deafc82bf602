import { randomBytes } from 'node:crypto';
import type { ApiClient } from '@doushouqi/protocol';
import { apiFrom } from '@doushouqi/service-kit/testing';
import { io, type Socket } from 'socket.io-client';
import type { Target } from './attack.ts';

/** An online user with its own address; the connection sends nothing. */
export interface Attendant {
  userId: string;
  token: string;
  address: string;
  api: ApiClient;
  socket: Socket;
}

export async function attend(target: Target, nickname: string): Promise<Attendant> {
  const { userId, token } = await target.register(nickname);
  return enter(target, { userId, token, address: target.newAddress() });
}

/** Creates a user without an account: pairing does not check whether one exists. */
export function newUser({ tokenOf }: Pick<Target, 'tokenOf'>): { userId: string; token: string } {
  const userId = randomBytes(12).toString('hex');
  return { userId, token: tokenOf(userId) };
}

/** Connects a known user. */
export async function enter(
  { platform: { url } }: Target,
  { userId, token, address }: { userId: string; token: string; address: string },
): Promise<Attendant> {
  const socket = io(url, {
    auth: { token },
    extraHeaders: { 'x-forwarded-for': address },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
  });
  return { userId, token, address, api: apiFrom(url, address, token), socket };
}
