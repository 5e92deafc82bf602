import { randomUUID } from 'node:crypto';
import { createEngine } from '@doushouqi/engine';
import { nodePort } from '@doushouqi/engine/node';
import { createApiClient, type HouseBot } from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { RoomClient } from '@doushouqi/room-client';
import { openSocket } from '@doushouqi/room-client/socket';
import type { BotGame } from '@doushouqi/room-core/bot-games';
import type { Logger } from '@doushouqi/service-kit';
import type { BotAccounts } from './accounts.ts';
import { MovePool } from './move-pool.ts';
import { Table } from './table.ts';

/** The engines of a process without a move to find end after this time, ms. */
const ENGINE_IDLE_MS = 60_000;
/** A bot returns to its room sooner than users. Milliseconds. */
const RECONNECTION = { reconnectionDelay: 300, reconnectionDelayMax: 2_000 };
const DELAYS = { retry: 300 };

interface Surroundings {
  gatewayUrl: string;
  threads: number;
  accounts: BotAccounts;
  onSearched: (level: number, ms: number) => void;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

export type OpenTable = (bot: HouseBot, game: BotGame, onLeft: () => void) => Table;

/** What a process needs to play: loaded with its first game. */
export function createPlay({ gatewayUrl, threads, accounts, onSearched, logger, now }: Surroundings): {
  pool: MovePool;
  open: OpenTable;
} {
  const url = gatewayUrl.replace(/\/$/, '');
  const pool = new MovePool({
    size: threads,
    open: () => createEngine(nodePort),
    idleMs: ENGINE_IDLE_MS,
    onSearched,
    now,
  });
  const open: OpenTable = (bot, { roomId, bots }, onLeft) => {
    let token: string | null = null;
    const { socket, close } = openSocket({
      url,
      roomId,
      token: async () => {
        token = await accounts.tokenOf(bot._id);
        return token;
      },
      random: Math.random,
      onUnauthorized: () => accounts.forget(bot._id),
      reconnection: RECONNECTION,
    });
    const client = new RoomClient({
      roomId,
      userId: bot._id,
      connect: async () => socket,
      now: () => performance.now(),
      randomId: randomUUID,
      delays: DELAYS,
      onChange: () => table.look(),
      onClosed: () => table.leave(),
    });
    const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
    const isShow = bots.length === 2;
    const table = new Table({
      bot,
      roomId,
      isShow,
      client,
      disconnect: close,
      api,
      pool,
      onLeft,
      logger,
      random: Math.random,
      now,
    });
    void client.open();
    return table;
  };
  return { pool, open };
}
