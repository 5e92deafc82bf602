import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { refusal, sendRefusal } from './responses.ts';
import { secureConsole } from './security-headers.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const REVALIDATE = 'no-cache';
const NEVER = 'no-store';

/** Files of one build without a hash in their name: an old one would break a new page. */
const PART_OF_THE_BUILD = /\.(js|css|json|webmanifest)$/;

/** Scripts, styles and theme pictures: the address changes with the content. */
const HASHED = /^(assets|art)\//;

function cachingOf(file: string): string {
  if (HASHED.test(file)) return FOR_EVER;
  return PART_OF_THE_BUILD.test(file) ? REVALIDATE : AN_HOUR;
}

/** Encodings of the compressed files beside the plain ones, best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** Pages with their own document, which only their addresses show. */
const OWN_PAGES = /^pages\//;
const CONSOLE = 'admin';

/** Folder with downloadable programs beside the built web, if built. */
const DOWNLOADS = /^downloads\//;

const NOT_BUILT = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>斗兽棋</title>
<h1>网页尚未构建</h1><p>请先运行 <code>npm start</code>（它会构建网页），然后刷新本页。</p></html>`;

const toBrotli = promisify(brotliCompress);
/** Pages of up to 20 KB: as small as at quality 11 within a tenth, in one ms. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Returns the site's address as the client used it, or nothing for a host that is no host name. */
function originOf({ protocol, host }: Request): string {
  return /^[\w.-]+(:\d+)?$/.test(host) ? `${protocol}://${host}` : '';
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Whether a path is a page: its last segment has no dot. `/assets/app.js` is a file even if it is missing. */
function looksLikeFile(pathname: string): boolean {
  return pathname.slice(pathname.lastIndexOf('/')).includes('.');
}

/** Returns the path relative to the root, or null if it is malformed, hidden or leaves the root. */
function relativeFile(pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = decoded.split('/').filter((segment) => segment !== '');
  const safe = segments.every((segment) => !segment.startsWith('.') && !/[\\\0]/.test(segment));
  return safe ? segments.join('/') : null;
}

/**
 * Serves the built web from `root`: plain or compressed files, and for pages `index.html` or their own. Hashed files and
 * `downloads` are cached forever, other pictures for one hour, pages never. Answers GET and HEAD.
 */
export function serveWeb(root: string): RequestHandler {
  const absolute = path.resolve(root);

  async function send(req: Request, res: Response, file: string, caching: string): Promise<boolean> {
    const accepted = ENCODINGS.filter(({ name }) => req.acceptsEncodings(name) === name);
    for (const { name, suffix } of [...accepted, { name: null, suffix: '' }]) {
      if (!(await isFile(path.join(absolute, file + suffix)))) continue;
      res.vary('Accept-Encoding').set('Cache-Control', caching);
      res.type(path.extname(file));
      if (name !== null) res.set('Content-Encoding', name);
      // `dotfiles` applies below the root; segments were checked above.
      res.sendFile(file + suffix, { root: absolute, cacheControl: false });
      return true;
    }
    return false;
  }

  /**
   * Sends `pages/NAME.html` for addresses below `/NAME`: the console, or the site's page with a title, a description and a
   * picture for search engines and shared links, which need whole addresses.
   */
  async function sendOwnPage(req: Request, res: Response, name = ''): Promise<boolean> {
    const file = path.join(absolute, 'pages', `${name}.html`);
    if (name === '' || !(await isFile(file))) return false;
    const page = (await readFile(file, 'utf8')).replaceAll('%ORIGIN%', originOf(req));
    if (name === CONSOLE) secureConsole(res);
    res.vary('Accept-Encoding').set('Cache-Control', NEVER).type('html');
    if (req.acceptsEncodings('br') !== 'br') res.send(page);
    else res.set('Content-Encoding', 'br').send(await toBrotli(page, BROTLI));
    return true;
  }

  /** Sent uncompressed, in ranges on request: it is already packed. Its name changes with its content. */
  async function sendDownload(res: Response, file: string): Promise<boolean> {
    const folder = path.dirname(absolute);
    if (!(await isFile(path.join(folder, file)))) return false;
    res.set('Cache-Control', file.endsWith('.json') ? REVALIDATE : FOR_EVER);
    res.sendFile(file, { root: folder, cacheControl: false });
    return true;
  }

  return async (req, res) => {
    const file = relativeFile(req.path);
    if ((req.method !== 'GET' && req.method !== 'HEAD') || file === null) {
      return sendRefusal(req, res, refusal('NOT_FOUND'));
    }
    if (file !== 'index.html' && looksLikeFile(req.path)) {
      const sent = DOWNLOADS.test(file)
        ? await sendDownload(res, file)
        : !OWN_PAGES.test(file) && (await send(req, res, file, cachingOf(file)));
      if (!sent) sendRefusal(req, res, refusal('NOT_FOUND'));
      return;
    }
    if (await sendOwnPage(req, res, file.split('/', 1)[0])) return;
    if (await send(req, res, 'index.html', NEVER)) return;
    res.status(503).set('Cache-Control', NEVER).type('html').send(NOT_BUILT);
  };
}
