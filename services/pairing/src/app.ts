import {
  checkRedis,
  createHttpApp,
  type HttpApp,
  type HttpAppOptions,
  type RedisClient,
  type ServiceToken,
  type TokenVerifier,
} from '@doushouqi/service-kit';

export interface PairingOptions extends Pick<HttpAppOptions, 'logger' | 'metrics'> {
  redis: RedisClient;
  verifier: TokenVerifier;
  serviceToken: ServiceToken;
}

/** The pairing service: the queue for an opponent, and challenges. */
export function createPairingApp({ redis, ...options }: PairingOptions): HttpApp {
  return createHttpApp({ ...options, readiness: { redis: () => checkRedis(redis) } });
}
