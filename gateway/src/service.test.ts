import { PUBLIC_SERVICES, urlVariable } from '@doushouqi/protocol/server';
import { parseEnv } from '@doushouqi/service-kit';
import { describe, expect, it, test } from 'vitest';
import { service } from './service.ts';

const { environment } = service;

function problemsOf(trustProxy: string): string[] {
  const parsed = parseEnv(environment.pick({ TRUST_PROXY: true }), { TRUST_PROXY: trustProxy });
  return parsed.ok ? [] : parsed.problems;
}

describe('TRUST_PROXY', () => {
  test.each(['', '1', 'loopback', 'uniquelocal, 192.0.2.7', '10.0.0.0/8,2001:db8::/32', '::1'])(
    'accepts "%s"',
    (text) => expect(problemsOf(text)).toEqual([]),
  );

  test.each([
    'everybody',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0',
    'loopback,',
    '1,2',
    'true',
    '2001:db8::/129',
  ])('names the invalid value "%s", where express would report an address only', (text) =>
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^TRUST_PROXY is wrong: /)]),
  );
});

const URLS = Object.fromEntries(PUBLIC_SERVICES.map((name) => [urlVariable(name), `http://${name}:1`]));
const WHOLE = {
  ...URLS,
  REALTIME_NODES: 'rt1=http://127.0.0.1:4, rt2=http://127.0.0.1:5/',
  WEB_DIST: 'web/dist',
};

describe('the environment of the gateway', () => {
  it('reads the nodes and trusts no proxy by default', () => {
    const parsed = parseEnv(environment, WHOLE);
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        PORT: 8080,
        TRUST_PROXY: 0,
        REALTIME_NODES: [
          { id: 'rt1', url: 'http://127.0.0.1:4' },
          { id: 'rt2', url: 'http://127.0.0.1:5' },
        ],
      },
    });
  });

  it('requires the address of every service behind /api', () => {
    expect(parseEnv(environment, WHOLE)).toMatchObject({ ok: true, value: URLS });
    expect(parseEnv(environment, { ...WHOLE, ROOM_URL: '' })).toEqual({
      ok: false,
      problems: ['ROOM_URL is missing'],
    });
  });

  it.each([
    ['1', 1],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ])('reads TRUST_PROXY=%s', (text, value) => {
    expect(parseEnv(environment, { ...WHOLE, TRUST_PROXY: text })).toMatchObject({
      value: { TRUST_PROXY: value },
    });
  });

  it.each([
    ['games/realtime', { namespace: 'games', service: 'realtime', port: undefined }],
    ['games/realtime:http', { namespace: 'games', service: 'realtime', port: 'http' }],
    ['games/realtime:3000', { namespace: 'games', service: 'realtime', port: '3000' }],
  ])('reads REALTIME_SERVICE=%s', (text, value) => {
    const parsed = parseEnv(environment, { ...WHOLE, REALTIME_NODES: '', REALTIME_SERVICE: text });
    expect(parsed).toMatchObject({ ok: true, value: { REALTIME_SERVICE: value } });
  });

  it.each(['realtime', 'games/', '/realtime', 'games/realtime:', 'a/b/c'])(
    'reports the error of REALTIME_SERVICE=%s',
    (text) => {
      expect(parseEnv(environment, { ...WHOLE, REALTIME_SERVICE: text })).toEqual({
        ok: false,
        problems: ['REALTIME_SERVICE is wrong: it is namespace/service or namespace/service:port'],
      });
    },
  );

  it.each([
    'rt1',
    'rt1=',
    '=http://x',
    'rt1=ftp://x',
    'r t=http://x',
    'rt1=http://x,rt1=http://y',
    'rt1=http://x,',
  ])('reports the error of REALTIME_NODES=%s', (text) => {
    const parsed = parseEnv(environment, { ...WHOLE, REALTIME_NODES: text });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/^REALTIME_NODES is wrong: /)],
    });
  });
});
