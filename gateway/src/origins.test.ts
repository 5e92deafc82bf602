import { describe, expect, test } from 'vitest';
import { isRefusedFrom, originOf } from './origins.ts';

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

  test('behind a proxy the host counts that the browser asked for', () => {
    const headers = { host: 'gateway:8080', 'x-forwarded-host': HOST, origin: 'https://play.example' };
    expect(originOf(headers, ALLOWED)).toBe('own');
  });
});

describe('isRefusedFrom', () => {
  const api = { kind: 'service', service: 'auth' } as const;
  test.each([
    ['foreign', api, 'POST', true],
    ['foreign', api, 'DELETE', true],
    ['foreign', api, 'GET', false],
    ['foreign', { kind: 'realtime' }, 'GET', true],
    ['foreign', { kind: 'web' }, 'GET', false],
    ['listed', api, 'POST', false],
    ['own', { kind: 'realtime' }, 'GET', false],
  ] as const)('%s to %o by %s: %s', (origin, destination, method, refused) => {
    expect(isRefusedFrom(origin, destination, method)).toBe(refused);
  });
});
