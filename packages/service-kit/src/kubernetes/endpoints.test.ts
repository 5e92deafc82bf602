import { describe, expect, test } from 'vitest';
import { sliceOf } from '../../testing/kubernetes/index.ts';
import { endpointsOf } from './endpoints.ts';

const A = { name: 'realtime-a', address: '10.0.0.1' };
const B = { name: 'realtime-b', address: '10.0.0.2' };

describe('endpointsOf', () => {
  test('lists the pods of all slices, sorted', () => {
    expect(endpointsOf([sliceOf('s2', [B]), sliceOf('s1', [A])], undefined)).toEqual([
      { pod: 'realtime-a', url: 'http://10.0.0.1:3000', isOpen: true },
      { pod: 'realtime-b', url: 'http://10.0.0.2:3000', isOpen: true },
    ]);
  });

  test.each([
    ['ready', {}, true],
    ['not ready', { ready: false }, false],
    ['terminating and still serving', { terminating: true }, false],
    ['terminating and not serving', { ready: false, terminating: true }, false],
  ])('lists a pod that is %s', (_what, state, isOpen) => {
    expect(endpointsOf([sliceOf('s', [{ ...A, ...state }])], undefined)).toMatchObject([{ isOpen }]);
  });

  test('treats missing conditions as ready', () => {
    const slice = sliceOf('s', [A]);
    delete slice.endpoints![0]!.conditions;
    expect(endpointsOf([slice], undefined)).toMatchObject([{ isOpen: true }]);
  });

  test('merges a pod in two slices: terminating wins, and the ready entry gives the address', () => {
    const old = sliceOf('s1', [{ ...A, ready: false }]);
    const moved = sliceOf('s2', [{ ...A, address: '10.0.0.9' }]);
    const ended = sliceOf('s3', [{ ...A, terminating: true }]);
    const open = { pod: 'realtime-a', url: 'http://10.0.0.9:3000', isOpen: true };
    for (const slices of [
      [old, moved],
      [moved, old],
    ])
      expect(endpointsOf(slices, undefined)).toEqual([open]);
    for (const slices of [
      [moved, ended],
      [ended, moved],
    ])
      expect(endpointsOf(slices, undefined)).toMatchObject([{ isOpen: false }]);
  });

  test('writes IPv6 addresses in brackets and prefers IPv4', () => {
    const six = sliceOf('s0', [{ ...A, address: 'fd00::1' }], { addressType: 'IPv6' });
    expect(endpointsOf([six], undefined)).toMatchObject([{ url: 'http://[fd00::1]:3000' }]);
    expect(endpointsOf([six, sliceOf('s1', [A])], undefined)).toMatchObject([
      { url: 'http://10.0.0.1:3000' },
    ]);
  });

  test('uses the given port and ignores slices without it', () => {
    const slice = sliceOf('s', [A]);
    slice.ports = [
      { name: 'metrics', port: 9090 },
      { name: 'http', port: 3000 },
    ];
    const urlBy = (port: string | undefined) => endpointsOf([slice], port).map(({ url }) => url);
    expect(urlBy(undefined)).toEqual(['http://10.0.0.1:9090']);
    expect(urlBy('http')).toEqual(['http://10.0.0.1:3000']);
    expect(urlBy('3000')).toEqual(['http://10.0.0.1:3000']);
    expect(urlBy('grpc')).toEqual([]);
  });

  test('ignores entries without a pod or an address', () => {
    const slice = sliceOf('s', [A, B]);
    slice.endpoints![0]!.addresses = [];
    delete slice.endpoints![1]!.targetRef;
    expect(endpointsOf([slice, sliceOf('f', [A], { addressType: 'FQDN' })], undefined)).toEqual([]);
    expect(endpointsOf([{ addressType: 'IPv4' } as never], undefined)).toEqual([]);
  });
});
