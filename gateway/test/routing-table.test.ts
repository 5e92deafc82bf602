import { ROUTES } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { destinationOf, pathOf } from '../src/routing-table.ts';

describe('destinationOf', () => {
  it.each([
    ['/api/auth/login', 'auth'],
    ['/api/users/65f0c0ffee65f0c0ffee65f0', 'auth'],
    ['/api/game-records', 'record'],
    ['/api/games/rooms', 'room'],
    ['/api/games/rooms/123/leave', 'room'],
  ])('%s goes to %s', (path, service) => {
    expect(destinationOf(path)).toEqual({ kind: 'service', service });
  });

  it.each(
    Object.values(ROUTES)
      .filter(({ auth }) => auth !== 'service')
      .map(({ path }) => `/api${path}`),
  )('has a service for the protocol route %s', (path) => {
    expect(destinationOf(path).kind).toBe('service');
  });

  it.each(['/', '/play/room/A-1', '/register', '/assets/app-3f2a.js', '/metricsx', '/apix'])(
    '%s is the web',
    (path) => {
      expect(destinationOf(path)).toEqual({ kind: 'web' });
    },
  );

  it.each([
    '/api',
    '/api/',
    '/api/gamesx',
    '/api/internal/profiles',
    '/API/auth/login',
    '/internal/profiles',
    '/Internal',
    '/metrics',
    '/socket.io',
  ])('%s is nobody’s', (path) => {
    expect(destinationOf(path)).toEqual({ kind: 'unknown' });
  });

  it.each([
    '/api/auth/../../internal/profiles',
    '/api/auth/..',
    '/api/auth/./login',
    '/api//auth/login',
    '/api/auth/%2e%2e/internal',
    '/api/auth%2Flogin',
    '/api/auth%5clogin',
    '/api/auth\\login',
    '/api/auth/%00',
    '//internal/profiles',
    'http://elsewhere/api/auth/login',
    '*',
  ])('%s is refused', (path) => {
    expect(destinationOf(path)).toEqual({ kind: 'refused' });
  });

  it('sends only the transport path of Socket.IO to the realtime nodes', () => {
    expect(destinationOf(pathOf('/socket.io/?EIO=4&transport=polling'))).toEqual({ kind: 'realtime' });
  });
});

describe('pathOf', () => {
  it.each([
    ['/a/b?c=/d', '/a/b'],
    ['/a#b?c', '/a'],
    ['/a', '/a'],
    ['?x', ''],
  ])('%s → %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});
