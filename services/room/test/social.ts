import type { ErrorCode, PrivateMessage } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, route } from '@doushouqi/service-kit';
import { type Peer, SERVICE_TOKEN, startPeer } from '@doushouqi/service-kit/testing';

export interface Social extends Peer {
  /** What it took. */
  delivered: PrivateMessage[];
  /** What it refuses with, when it does. */
  refusal: { code: ErrorCode | null };
}

/** The social service, as far as it takes private messages. */
export async function startSocial(): Promise<Social> {
  const [delivered, refusal]: [PrivateMessage[], Social['refusal']] = [[], { code: null }];
  const peer = await startPeer(SERVICE_TOKEN, (app) =>
    route(app, ROUTES.deliverMessage, {
      handler: ({ body }) => {
        if (refusal.code) throw errorOf(refusal.code);
        const message = { ...body, _id: String(delivered.length), timestamp: 0 };
        delivered.push(message);
        return message;
      },
    }),
  );
  return { ...peer, delivered, refusal };
}
