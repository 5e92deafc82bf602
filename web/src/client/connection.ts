import { SOCKET_RECONNECTION } from '@doushouqi/protocol';
import type { GameSocket } from '@doushouqi/room-client/connection';
import { addressQuery } from './address.ts';
import { KEYS, storage } from './storage.ts';

/** `?transport=polling`, or the same in the storage, disables websockets: for proxies and tests. */
function pollingOnly(): boolean {
  return addressQuery().get('transport') === 'polling' || storage.getItem(KEYS.transport) === 'polling';
}

/**
 * Creates a realtime connection without opening it; loads the library on first use. Starts with polling, upgrades,
 * and retries without end. The token is read at every attempt.
 */
export async function createSocket(token: () => string | null): Promise<GameSocket> {
  const { io } = await import('socket.io-client');
  const polling = pollingOnly();
  const socket: GameSocket = io({
    ...SOCKET_RECONNECTION,
    path: '/socket.io',
    autoConnect: false,
    forceNew: true,
    transports: polling ? ['polling'] : ['polling', 'websocket'],
    tryAllTransports: true,
    auth: (answer) => answer({ token: token() }),
  });
  // After a network change the browser may hold dead keep-alive connections, and a poll would wait for its timeout on
  // one. A websocket always opens a new connection. If it fails, the next attempt uses the other transport.
  const begin = (first: 'websocket' | 'polling'): void => {
    if (!polling)
      socket.io.opts.transports = first === 'websocket' ? ['websocket', 'polling'] : ['polling', 'websocket'];
  };
  socket.io.on('open', () => begin('websocket'));
  socket.io.on('error', () =>
    begin(socket.io.opts.transports?.[0] === 'websocket' ? 'polling' : 'websocket'),
  );
  return socket;
}
