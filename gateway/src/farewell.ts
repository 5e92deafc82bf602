import type { Logger } from '@doushouqi/service-kit';
import type { NodePool } from './node-pool.ts';

/** Tells a realtime node through which gateway a websocket came. */
export const GATEWAY_HEADER = 'x-gateway';

/**
 * Has the realtime nodes ask the clients of this gateway to connect anew; resolves when all have left, or after
 * `timeoutMs`. A node that cannot be asked keeps its clients until the gateway closes their connections.
 */
export async function sendClientsAway(
  { pool, logger }: { pool: Pick<NodePool, 'snapshot' | 'find'>; logger: Logger },
  gatewayId: string,
  timeoutMs: number,
): Promise<void> {
  const ask = async (url: string): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}/gateways/${gatewayId}/going`, { method: 'POST', signal });
    await response.body?.cancel();
  };
  const busy = pool.snapshot().filter(({ connections }) => connections > 0);
  const asked = await Promise.allSettled(busy.map(({ id }) => ask(pool.find(id)?.url ?? '')));
  const failed = asked.filter(({ status }) => status === 'rejected').length;
  if (failed > 0) logger.info({ failed }, 'some realtime nodes could not be asked to send clients away');
}
