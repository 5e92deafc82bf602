import { z } from 'zod';

/**
 * One HTTP call of the product. `path` is without the public prefix `/api`, parameters as `:name`.
 * `auth`: `public` needs no token, `user` needs one, `optional` reads the one that is there (a bad one is refused),
 * `service` is for calls between services (`/internal`).
 */
export interface RouteDef {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  auth: 'public' | 'optional' | 'user' | 'service';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Success status, 200 where absent. */
  status?: number;
}

/** Keeps the literal types of a route, so that the client and the handler are typed by it. */
export const defineRoute = <const R extends RouteDef>(route: R): R => route;

/** Reply of a command that has nothing to say but that it was done. */
export const done = z.object({ success: z.literal(true) });

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
