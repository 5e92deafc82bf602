import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ServiceName } from './services.ts';

/**
 * One HTTP call of the product. `path` is without the public prefix `/api`, parameters as `:name`.
 * `auth`: `public` needs no token, `user` needs one, `optional` reads the one that is there (a bad one is refused),
 * `service` is for calls between services (`/internal`).
 */
export interface RouteDef {
  /** The service that answers. */
  service: ServiceName;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  auth: 'public' | 'optional' | 'user' | 'service';
  /** The refusal for users who have no part in it; null or absent where every user may call it. */
  othersGet?: ErrorCode | null;
  /** What it is for, as the documents say it. */
  meaning: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Success status, 200 where absent. */
  status?: number;
}

/** The routes of one service. Keeps their literal types, so that the client and the handler are typed by them. */
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

/** What a caller passes: only the parts that the route has. */
export type RouteRequest<R extends RouteDef> = (R extends { params: z.ZodType }
  ? { params: Input<R['params']> }
  : unknown) &
  (R extends { query: z.ZodType } ? { query?: Input<R['query']> } : unknown) &
  (R extends { body: z.ZodType } ? { body: Input<R['body']> } : unknown);

/** What a handler receives once validated. */
export interface RouteInput<R extends RouteDef> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
}

export type RouteReply<R extends RouteDef> = z.input<R['reply']>;
