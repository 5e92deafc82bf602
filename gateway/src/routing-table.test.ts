import { PUBLIC_ROUTES, ROUTES } from '@doushouqi/protocol/server';
import { describe, expect, it } from 'vitest';
import { destinationOf, pathOf } from './routing-table.ts';

describe('destinationOf', () => {
  it.each([
    ['/api/auth/login', 'auth'],
    ['/api/auth/nothing', 'auth'],
    ['/api/users/friend/nothing/at/all', 'social'],
    ['/api/users/friends', 'auth'],
    ['/api/users/65f0c0ffee65f0c0ffee65f0', 'auth'],
    ['/api/game-records', 'record'],
    ['/api/games/rooms', 'room'],
    ['/api/games/rooms/123/leave', 'room'],
  ])('%s goes to %s', (path, service) => {
    expect(destinationOf(path)).toEqual({ kind: 'service', service });
  });

  it.each(Object.values(PUBLIC_ROUTES).map(({ path, service }) => [`/api${path}`, service] as const))(
    "routes the protocol's route %s to its service %s",
    (path, service) => {
      expect(destinationOf(path)).toEqual({ kind: 'service', service });
    },
  );

  it.each(
    Object.values(ROUTES)
      .filter(({ auth }) => auth === 'service')
      .map(({ path }) => path),
  )('does not route %s, which is internal', (path) => {
    expect([destinationOf(path), destinationOf(`/api${path}`)]).toEqual([
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
  });

  it.each(['/', '/play/room/A-1', '/register', '/assets/app-3f2a.js', '/metricsx', '/apix'])(
    'routes %s to the web',
    (path) => {
      expect(destinationOf(path)).toEqual({ kind: 'web' });
    },
  );

  it.each([
    '/api',
    '/api/',
    '/api/gamesx',
    '/api/users',
    '/api/internal/profiles',
    '/API/auth/login',
    '/internal/profiles',
    '/Internal',
    '/metrics',
    '/socket.io',
  ])('%s has no route', (path) => {
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

  it('routes only the transport path of Socket.IO to the realtime nodes', () => {
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
