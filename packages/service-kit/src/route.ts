import type { RouteDef, RouteInput, RouteReply } from '@doushouqi/protocol';
import type { Request, RequestHandler, Router } from 'express';
import type { z } from 'zod';
import { bearerToken } from './authenticate.ts';
import { networkOf } from './client-network.ts';
import { errorOf } from './errors.ts';
import type { HttpApp } from './http-app.ts';
import type { RateLimiter } from './rate-limit.ts';
import { requestIdOf } from './request-id.ts';

/** What a handler receives: the validated input, and who asks (`null` where the route reads no token or there is none). */
export type RouteContext<R extends RouteDef> = RouteInput<R> & {
  user: R['auth'] extends 'user'
    ? { userId: string }
    : R['auth'] extends 'optional'
      ? { userId: string } | null
      : null;
  requestId: string;
  /** The caller's address as limits count it (`networkOf`). */
  address: string;
};

export type RouteSteps<R extends RouteDef> = {
  /** Limits by the caller's address, before anything else is done. */
  limit?: RateLimiter;
  /** Throws when this user may not do this. */
  authorize?: (context: RouteContext<R>) => void | Promise<void>;
  handler: (context: RouteContext<R>) => RouteReply<R> | Promise<RouteReply<R>>;
};

/**
 * Mounts a route of the protocol as a policy: limit → authenticate → validate → authorize → command → present.
 * `service` routes live under `/internal`, all others under `/api`. Unknown fields are dropped
 * from the input and from the reply; a reply that does not fit its schema is a bug (500).
 */
export function route<R extends RouteDef>(app: HttpApp, definition: R, steps: RouteSteps<R>): void {
  const authenticate = authenticator(app, definition);
  const handle: RequestHandler = async (req, res) => {
    const address = networkOf(req.ip ?? 'unknown');
    await steps.limit?.consume(address);
    const user = await authenticate(req);
    const input = validate(definition, req);
    const context = { ...input, user, address, requestId: requestIdOf(req) } as RouteContext<R>;
    await steps.authorize?.(context);
    const reply = definition.reply.parse(await steps.handler(context));
    res.status(definition.status ?? 200).json(reply);
  };
  const router: Router = definition.auth === 'service' ? app.internal : app.api;
  const method = ({ GET: 'get', POST: 'post', DELETE: 'delete' } as const)[definition.method];
  router[method](definition.path, handle);
}

function authenticator(app: HttpApp, definition: RouteDef) {
  const { verifier } = app;
  if (definition.auth === 'public' || definition.auth === 'service') return async () => null;
  if (verifier === undefined) throw new Error(`${definition.path} needs a token verifier`);
  return async (req: Request) => {
    const token = bearerToken(req.get('authorization'));
    return token === undefined && definition.auth === 'optional' ? null : verifier.verify(token);
  };
}

function validate(definition: RouteDef, req: Request) {
  return {
    params: parsed(definition.params, req.params),
    query: parsed(definition.query, req.query),
    body: parsed(definition.body, req.body ?? {}),
  };
}

const CHINESE = /\p{Script=Han}/u;

/** Only messages written for users are shown; zod's own English ones give way to the catalogue's. */
function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message;
  throw errorOf('INVALID_INPUT', message !== undefined && CHINESE.test(message) ? { message } : {});
}
