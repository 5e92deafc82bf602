import type { ErrorCode } from './errors.ts';
import type { Scope } from './roles.ts';
import type { ServiceName } from './services.ts';
import type { z } from './zod.ts';

/**
 * An HTTP call. `path` is without the public prefix `/api`, parameters as `:name`. `auth`: `public` needs no token, a
 * scope needs a token with it, `optional` reads a token if present (an invalid one is refused), `service` is for calls
 * between services (`/internal`).
 */
export interface RouteDef {
  /** The service that answers. */
  service: ServiceName;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  auth: 'public' | 'optional' | 'service' | Scope;
  /** The sanction that stops this call, whatever its body: `mute` (`MUTED`). */
  stoppedBy?: 'mute';
  /** The refusal for users who have no part in it; null or absent if every user may call it. */
  othersGet?: ErrorCode | null;
  /** Description for the documents. */
  meaning: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Success status; default 200. */
  status?: number;
}

/** Defines the routes of one service with their literal types, which type client and handler. */
export function routesOf<S extends ServiceName, const R extends Record<string, Omit<RouteDef, 'service'>>>(
  service: S,
  routes: R,
) {
  return Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, { ...route, service }])) as {
    readonly [Name in keyof R]: R[Name] & { readonly service: S };
  };
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A body of which every part has a default may be omitted. */
type BodyOf<T> = undefined extends T ? { body?: T } : { body: T };

/** Parameters of a call: only the parts that the route has. */
export type RouteRequest<R extends RouteDef> = (R extends { params: z.ZodType }
  ? { params: Input<R['params']> }
  : unknown) &
  (R extends { query: z.ZodType } ? { query?: Input<R['query']> } : unknown) &
  (R extends { body: z.ZodType } ? BodyOf<Input<R['body']>> : unknown);

/** Validated input of a handler. */
export interface RouteInput<R extends RouteDef> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
}

export type RouteReply<R extends RouteDef> = z.input<R['reply']>;
