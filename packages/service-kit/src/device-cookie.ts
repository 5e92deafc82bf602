import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

const NAME = 'device';
/** Only the routes that open sessions get it. */
const PATH = '/api/auth';
const YEAR_MS = 365 * 86_400_000;
const COOKIE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{22})(?:;|$)`);

/** The random name of a browser, by which operators recognize it. It has no rights. */
export interface DeviceCookie {
  /** Returns the name, a new one unless the browser has one, and makes the browser store it for another year. */
  keep(isHttps: boolean): string;
}

/** Returns the cookie of a request. */
export function deviceCookieOf(req: Request, res: Response): DeviceCookie {
  return {
    keep(isHttps) {
      const name = COOKIE.exec(req.get('cookie') ?? '')?.[1] ?? randomBytes(16).toString('base64url');
      const secure = isHttps || req.secure;
      res.cookie(NAME, name, { httpOnly: true, secure, sameSite: 'lax', path: PATH, maxAge: YEAR_MS });
      return name;
    },
  };
}
