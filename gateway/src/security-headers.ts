import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANALYSIS_PORT } from '@doushouqi/protocol/analysis';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** `'self'` covers websockets in newer browsers only; older ones want the address in full. */
function ownWebsockets(req: IncomingMessage, _res: ServerResponse): string {
  const host = req.headers.host ?? '';
  return HOST.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/** The analysis service that may run on the machine of whoever looks at the page (spec §7). */
const ANALYSIS_SERVICE = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${ANALYSIS_PORT}`);

const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      // The engine is WebAssembly; this allows compiling it and no other evaluation.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      scriptSrcAttr: ["'none'"],
      // Styles that scripts set one by one need no permission; `style` attributes in what we send would.
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
  // Browsers heed this over HTTPS only, so plain HTTP on a local network keeps working.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'same-origin' },
});

/** Security headers of every answer. */
export const securityHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  helmetHeaders(req, res, next);
};
