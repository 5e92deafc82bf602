import type { RouteDef, RouteInput, RouteReply, Scope } from '@doushouqi/protocol';
import { isScope } from '@doushouqi/protocol/server';
import type { Request, RequestHandler, Router } from 'express';
import type { z } from 'zod';
import { bearerToken, requireScope, type VerifiedToken } from './authenticate.ts';
import { networkOf } from './client-network.ts';
import { type DeviceCookie, deviceCookieOf } from './device-cookie.ts';
import { errorOf } from './errors.ts';
import type { HttpApp } from './http-app.ts';
import type { RateLimiter } from './rate-limit.ts';
import { requestIdOf } from './request-id.ts';
import { refuseSanctioned } from './sanctions.ts';

/**
 * Argument of a handler: the validated input and the user (`null` if the route reads no token or the request has
 * none).
 */
export type RouteContext<R extends RouteDef> = RouteInput<R> & {
  user: R['auth'] extends Scope ? VerifiedToken : R['auth'] extends 'optional' ? VerifiedToken | null : null;
  requestId: string;
  /** The caller's software as it names itself, at most 512 characters; empty if it does not. */
  userAgent: string;
  /** The caller's address as limits count it (`networkOf`). */
  address: string;
  device: DeviceCookie;
};

const MAX_USER_AGENT = 512;

/** A reply that is serialized JSON, from a handler that caches expensive replies. It is not validated. */
export class SerializedReply {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

type Reply<R extends RouteDef> = RouteReply<R> | SerializedReply;

export type RouteSteps<R extends RouteDef> = {
  /** Limits requests of users by their address, before any other step. A service calls for many users from one address. */
  limit?: RateLimiter;
  /** Throws if the user is not permitted to make this request. */
  authorize?: (context: RouteContext<R>) => void | Promise<void>;
  handler: (context: RouteContext<R>) => Reply<R> | Promise<Reply<R>>;
};

/**
 * Mounts a route of the protocol as a sequence: limit → authenticate with scope and sanctions → validate → authorize →
 * command → present.
 * `service` routes are under `/internal`, all others under `/api`. Unknown fields are dropped from the input and from
 * the reply; a reply that does not match its schema is a bug (500).
 */
export function route<R extends RouteDef>(app: HttpApp, definition: R, steps: RouteSteps<R>): void {
  const authenticate = authenticator(app, definition);
  const handle: RequestHandler = async (req, res) => {
    const address = networkOf(req.ip ?? 'unknown');
    if (steps.limit && !(await app.isFromService(req))) await steps.limit.consume(address);
    const user = await authenticate(req, address);
    const input = validate(definition, req);
    const userAgent = (req.get('user-agent') ?? '').slice(0, MAX_USER_AGENT);
    const context = {
      ...{ ...input, user, address, userAgent, requestId: requestIdOf(req) },
      device: deviceCookieOf(req, res),
    } as RouteContext<R>;
    await steps.authorize?.(context);
    const reply = await steps.handler(context);
    res.status(definition.status ?? 200);
    if (reply instanceof SerializedReply) res.type('json').send(reply.json);
    else res.json(definition.reply.parse(reply));
  };
  const router: Router = definition.auth === 'service' ? app.internal : app.api;
  const method = ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[definition.method];
  router[method](definition.path, handle);
}

function authenticator({ verifier }: HttpApp, { auth, path, stoppedBy }: RouteDef) {
  if (auth === 'public' || auth === 'service') return async () => null;
  if (verifier === undefined) throw new Error(`${path} needs a token verifier`);
  return async (req: Request, address: string) => {
    const token = bearerToken(req.get('authorization'));
    if (token === undefined && auth === 'optional') return null;
    const user = await verifier.verify(token, address);
    if (isScope(auth)) requireScope(user, auth);
    if (stoppedBy) refuseSanctioned(user, stoppedBy, Date.now());
    return user;
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

/** Only messages written for users are shown; zod's own English messages are replaced by the catalog's. */
function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message;
  throw errorOf('INVALID_INPUT', message !== undefined && CHINESE.test(message) ? { message } : {});
}
