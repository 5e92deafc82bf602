import type { IncomingMessage } from 'node:http';
import { describe, expect, it, test } from 'vitest';
import { originOf } from './admission.ts';
import { clientAddress, setForwardedHeaders, type TrustedProxy } from './client-address.ts';

function request(remoteAddress: string, headers: Record<string, string> = {}) {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}
const trustsNone: TrustedProxy = () => false;
const loopback: TrustedProxy = (address) => address === '127.0.0.1';
const oneHop: TrustedProxy = (_address, hop) => hop < 1;

describe('clientAddress', () => {
  it.each<[string, string, TrustedProxy, string | undefined, string]>([
    ['the socket’s own', '203.0.113.9', trustsNone, undefined, '203.0.113.9'],
    ['the socket’s own, whatever the client claims', '203.0.113.9', trustsNone, '1.2.3.4', '203.0.113.9'],
    ['what a trusted proxy says', '127.0.0.1', loopback, '203.0.113.9', '203.0.113.9'],
    [
      'what the proxy says, not what the client said to it',
      '127.0.0.1',
      loopback,
      '1.2.3.4, 203.0.113.9',
      '203.0.113.9',
    ],
    ['what one hop says', '10.0.0.7', oneHop, '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['the proxy’s own when it says nonsense', '127.0.0.1', loopback, 'unknown', '127.0.0.1'],
    ['a mapped IPv4 address in its plain form', '::ffff:203.0.113.9', trustsNone, undefined, '203.0.113.9'],
  ])('is %s', (_case, remote, trusted, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(clientAddress(request(remote, headers), trusted)).toBe(expected);
  });
});

describe('setForwardedHeaders', () => {
  it('overwrites headers of the client and removes internal ones', () => {
    const req = request('203.0.113.9', {
      host: 'example.org',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      'x-service-token': 'guess',
    });
    setForwardedHeaders(req, '203.0.113.9', trustsNone);
    expect(req.headers).toEqual({
      host: 'example.org',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'example.org',
    });
  });

  it('keeps the scheme that a trusted proxy reports', () => {
    const req = request('127.0.0.1', { 'x-forwarded-proto': 'https' });
    setForwardedHeaders(req, '203.0.113.9', loopback);
    expect(req.headers['x-forwarded-proto']).toBe('https');
  });
});

const ALLOWED = new Set(['https://partner.example']);
const HOST = 'play.example';

describe('originOf', () => {
  test.each([
    [undefined, 'own'],
    ['https://play.example', 'own'],
    ['http://play.example', 'own'],
    ['https://play.example:8443', 'foreign'],
    ['https://evil.example', 'foreign'],
    ['https://play.example.evil.example', 'foreign'],
    ['null', 'foreign'],
    ['', 'foreign'],
    ['https://partner.example', 'listed'],
    ['http://partner.example', 'foreign'],
  ])('%s is %s', (origin, expected) => {
    expect(originOf({ host: HOST, ...(origin === undefined ? {} : { origin }) }, ALLOWED)).toBe(expected);
  });

  test("behind a proxy, uses the host of the browser's request", () => {
    const headers = { host: 'gateway:8080', 'x-forwarded-host': HOST, origin: 'https://play.example' };
    expect(originOf(headers, ALLOWED)).toBe('own');
  });
});
