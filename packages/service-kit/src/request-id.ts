import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';

export const REQUEST_ID_HEADER = 'x-request-id';

const WELL_FORMED = /^[\w-]{1,64}$/;

/**
 * Gives each request an id: the gateway's if it is well formed, else a new one. The reply contains it in the same
 * header.
 */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const given = req.get(REQUEST_ID_HEADER);
  const id = given !== undefined && WELL_FORMED.test(given) ? given : randomUUID();
  req.headers[REQUEST_ID_HEADER] = id;
  res.set(REQUEST_ID_HEADER, id);
  next();
};

/** Returns the id that `assignRequestId` gave to a request. */
export function requestIdOf(req: Request): string {
  return req.get(REQUEST_ID_HEADER) ?? '';
}
