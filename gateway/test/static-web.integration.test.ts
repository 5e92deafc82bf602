import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { rawRequest, testGateway } from './fixtures.ts';

const SCRIPT = 'export const answer = 42;';
const PAGE = '<!doctype html><title>斗兽棋</title>';

const folder = await mkdtemp(path.join(tmpdir(), 'gateway-web-'));
const dist = path.join(folder, 'dist');
await mkdir(path.join(dist, 'assets'), { recursive: true });
await mkdir(path.join(dist, 'art', 'default-1'), { recursive: true });
await mkdir(path.join(dist, '.git'));
await mkdir(path.join(dist, 'pages'));
await Promise.all([
  mkdir(path.join(folder, 'downloads')).then(() =>
    Promise.all([
      writeFile(path.join(folder, 'downloads', 'dsq-1-abc.tar.gz'), 'a program'),
      writeFile(path.join(folder, 'downloads', 'manifest.json'), '{}'),
    ]),
  ),
  writeFile(path.join(folder, 'secret.txt'), 'secret'),
  writeFile(path.join(dist, '.git', 'config'), 'secret'),
  writeFile(path.join(dist, 'index.html'), PAGE),
  writeFile(path.join(dist, 'index.html.br'), brotliCompressSync(PAGE)),
  writeFile(path.join(dist, 'pages', 'learn.html'), '<title>学棋</title><meta content="%ORIGIN%/learn">'),
  writeFile(path.join(dist, 'pages', 'admin.html'), '<title>后台</title>'),
  writeFile(path.join(dist, 'avatar.png'), 'png'),
  writeFile(path.join(dist, 'art', 'default-1', 'board.webp'), 'webp'),
  writeFile(path.join(dist, 'boot.js'), SCRIPT),
  writeFile(path.join(dist, 'sw.js'), SCRIPT),
  writeFile(path.join(dist, 'manifest.webmanifest'), '{}'),
  writeFile(path.join(dist, 'assets', 'app-1.js'), SCRIPT),
  writeFile(path.join(dist, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT)),
  writeFile(path.join(dist, 'assets', 'app-1.js.gz'), gzipSync(SCRIPT)),
  writeFile(path.join(dist, 'assets', 'plain-2.css'), 'a{}'),
]);
afterAll(() => rm(folder, { recursive: true }));
const gateway = await testGateway({ env: { WEB_DIST: dist } });

describe('missing files', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/.git/config',
    '/assets/%00.js',
    '/assets/%ZZ.js',
    '//secret.txt',
  ])('%s reveals no other file', async (target) => {
    const { status, body } = await rawRequest(gateway.url, target);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('secret');
  });

  it.each(['/assets/gone-9.js', '/favicon.ico', '/assets/'])(
    '%s is 404 or the page, never another file',
    async (target) => {
      const { status, body } = await rawRequest(gateway.url, target);
      if (target.endsWith('/')) expect(body).toBe(PAGE);
      else expect([status, JSON.parse(body).code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each(['POST', 'PUT', 'DELETE'])('%s is 404', async (method) => {
    expect((await rawRequest(gateway.url, '/', { method })).status).toBe(404);
  });
});

describe('pages', () => {
  it.each(['/', '/index.html', '/play/room/A-1', '/register?next=%2Fplay'])(
    '%s is index.html, never cached',
    async (target) => {
      const { status, headers, body } = await rawRequest(gateway.url, target);
      expect([status, body]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
    },
  );

  it('HEAD has headers only', async () => {
    const { status, headers, body } = await rawRequest(gateway.url, '/', { method: 'HEAD' });
    expect([status, body, headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(PAGE))]);
  });
});

describe('a page with its own head', () => {
  it.each(['/learn', '/learn/', '/learn/any?from=link'])('%s names the site’s address', async (target) => {
    const { status, headers, body } = await rawRequest(gateway.url, target, {
      headers: { host: 'dsq.example' },
    });
    expect(status).toBe(200);
    expect(body).toContain('content="http://dsq.example/learn"');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('is compressed for browsers, and repeats no host that is no host name', async () => {
    const page = await fetch(`${gateway.url}/learn`, { headers: { 'accept-encoding': 'br' } });
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(await page.text()).toContain('<title>学棋</title>');
    const headers = { host: 'a"><script>' };
    const { body } = await rawRequest(gateway.url, '/learn', { headers });
    expect(body).not.toContain('script>');
  });
});

describe('the console', () => {
  it.each(['/admin', '/admin/', '/admin/reports/0123456789abcdef01234567?state=mine', '/%61dmin'])(
    '%s has a stricter policy, is never cached and not listed by search engines',
    async (target) => {
      const { status, headers, body } = await rawRequest(gateway.url, target);
      expect([status, body]).toEqual([200, '<title>后台</title>']);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"]),
      );
      const sources = policy
        .filter((directive) => directive.includes('-src'))
        .map((one) => one.split(' ')[1]);
      expect([...new Set(sources)].sort()).toEqual(["'none'", "'self'"]);
      expect(policy.join()).not.toContain('unsafe');
    },
  );

  it.each(['/pages/admin.html', '/pages/learn.html', '/admin.html'])(
    '%s: a document of its own has one address',
    async (target) => {
      expect((await rawRequest(gateway.url, target)).status).toBe(404);
    },
  );

  it('gives no other page its policy', async () => {
    const { headers } = await rawRequest(gateway.url, '/administration');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('wasm-unsafe-eval');
  });
});

describe('files', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
    const response = await fetch(`${gateway.url}/assets/app-1.js`, {
      headers: { 'accept-encoding': accepted },
    });
    expect(await response.text()).toBe(SCRIPT);
    expect(response.headers.get('content-encoding') ?? undefined).toBe(encoding);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sends the stored compressed bytes', async () => {
    const response = await fetch(`${gateway.url}/`, { headers: { 'accept-encoding': 'br' } });
    expect(Number(response.headers.get('content-length'))).toBe(brotliCompressSync(PAGE).length);
    expect(brotliDecompressSync(brotliCompressSync(PAGE)).toString()).toBe(await response.text());
  });

  it('sends a file without a compressed copy as it is', async () => {
    const response = await fetch(`${gateway.url}/assets/plain-2.css`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['a{}', null]);
  });

  it.each([
    ['/art/default-1/board.webp', 'public, max-age=31536000, immutable'],
    ['/avatar.png', 'public, max-age=3600'],
    ['/boot.js', 'no-cache'],
    ['/sw.js', 'no-cache'],
    ['/manifest.webmanifest', 'no-cache'],
  ])('%s has Cache-Control "%s" and is revalidated by its ETag', async (target, caching) => {
    const first = await fetch(gateway.url + target);
    expect(first.headers.get('cache-control')).toBe(caching);
    const again = await rawRequest(gateway.url, target, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });
});

describe('files of an installed application', () => {
  it.each([
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ])('%s is %s', async (target, type) => {
    const response = await fetch(gateway.url + target);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });

  it.each(['worker-src', 'manifest-src'])(
    '%s allows what this host serves, and nothing else',
    async (name) => {
      const policy = (await fetch(gateway.url)).headers.get('content-security-policy') ?? '';
      expect(policy.split(';')).toContain(`${name} 'self'`);
    },
  );
});

it('reports that the web is not built', async () => {
  const bare = await gateway.another({ env: { WEB_DIST: path.join(folder, 'nothing') } });
  const { status, headers, body } = await rawRequest(bare.url, '/play');
  await bare.stop();
  expect(status).toBe(503);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(body).toContain('网页尚未构建');
});

it('reports its own health', async () => {
  expect((await rawRequest(gateway.url, '/healthz')).status).toBe(200);
  expect((await rawRequest(gateway.url, '/readyz')).body).toBe('{"status":"ready"}');
});

describe('programs to download', () => {
  it('are sent unchanged, cached forever, and in parts if requested', async () => {
    const whole = await rawRequest(gateway.url, '/downloads/dsq-1-abc.tar.gz', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(whole).toMatchObject({ status: 200, body: 'a program' });
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '9',
      'accept-ranges': 'bytes',
    });
    expect(whole.headers['content-encoding']).toBeUndefined();
    const part = await rawRequest(gateway.url, '/downloads/dsq-1-abc.tar.gz', {
      headers: { range: 'bytes=2-4' },
    });
    expect(part).toMatchObject({ status: 206, body: 'pro' });
    const list = await rawRequest(gateway.url, '/downloads/manifest.json');
    expect(list.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/downloads/gone.zip', '/downloads/..%2fsecret.txt'])('%s is not a program', async (target) => {
    const { status, body } = await rawRequest(gateway.url, target);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('secret');
  });
});
