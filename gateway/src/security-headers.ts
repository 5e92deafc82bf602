import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANALYSIS_PORT } from '@doushouqi/protocol/analysis';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** `'self'` includes websockets only in newer browsers; older ones need the full address. */
function ownWebsockets(req: IncomingMessage, _res: ServerResponse): string {
  const host = req.headers.host ?? '';
  return HOST.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/** The local analysis service on the user's machine (docs/engine.md). */
const ANALYSIS_SERVICE = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${ANALYSIS_PORT}`);

const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      // Allows WebAssembly (the engine) and no other evaluation.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      scriptSrcAttr: ["'none'"],
      // Scripts may set styles without this; `style` attributes in HTML may not be used.
      styleSrc: ["'self'"],
      objectSrc: ["'none'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'"],
      connectSrc: ["'self'", ownWebsockets, ...ANALYSIS_SERVICE],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Browsers apply this only over HTTPS, so plain HTTP on a local network works.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'same-origin' },
});

/** Sets the security headers of every response. */
export const securityHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  helmetHeaders(req, res, next);
};

/** The console loads its own bundle, pictures and fonts, and calls the API. It embeds and runs nothing else. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font', 'connect'].map((kind) => `${kind}-src 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join(';');

/** Replaces the security headers for the page of the console, which search engines do not list. */
export function secureConsole(res: Response): void {
  res.set({
    'content-security-policy': CONSOLE_POLICY,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
}
