import { createHash } from 'node:crypto';

/**
 * Headers between a gateway process and a realtime node. On each upgrade the gateway states its name and the key of its
 * token, and overwrites the client's values; when it stops, it shows the token, which only it knows. So no other process
 * can move its clients, and the one public process needs no secret of the deployment.
 */
export const GATEWAY_HEADERS = {
  name: 'x-gateway',
  key: 'x-gateway-key',
  token: 'x-gateway-token',
} as const;

/** Returns the key of a gateway's token: its digest, 43 characters. */
export function gatewayKeyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
