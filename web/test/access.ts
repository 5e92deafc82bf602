import type { Access, AccessChange, Way } from '@doushouqi/protocol';

/** 2026-11-28 20:14 in the time zone of the test. Epoch ms. */
export const ACCESS_NOW = new Date(2026, 10, 28, 20, 14).getTime();
const DAY = 86_400_000;

function wayOf(way: Partial<Way> & Pick<Way, 'id' | 'kind'>): Way {
  return {
    name: '',
    at: ACCESS_NOW - 100 * DAY,
    network: null,
    place: null,
    isRecent: false,
    isSuspended: false,
    isThis: false,
    ...way,
  };
}

const ADDED_LATELY = {
  at: ACCESS_NOW - 8 * DAY,
  network: '203.0.113.*',
  place: '南宁',
  isRecent: true,
  isSuspended: true,
};

/** The ways of a stolen account after its recovery: what the thief added is suspended. */
export const STOLEN_WAYS: readonly Way[] = [
  wayOf({ id: 'passkey:w', kind: 'passkey', name: 'Windows · Edge', ...ADDED_LATELY }),
  wayOf({ id: 'email', kind: 'email', name: 'ta•••1@outlook.com', ...ADDED_LATELY, place: null }),
  wayOf({
    id: 'passkey:p',
    kind: 'passkey',
    name: 'Android · Chrome',
    network: '198.51.100.*',
    place: '杭州',
  }),
  wayOf({ id: 'codes', kind: 'codes', codesLeft: 9 }),
  wayOf({
    id: 'device:a',
    kind: 'device',
    name: 'Windows · Chrome',
    at: ACCESS_NOW,
    isThis: true,
    place: '杭州',
  }),
  wayOf({ id: 'device:b', kind: 'device', name: 'iOS · Safari', network: '198.51.100.*' }),
];

/** The account of `STOLEN_WAYS` with other values. */
export function accessOf(change: Partial<Access> = {}): Access {
  return { ways: [...STOLEN_WAYS], review: null, changes: [], ...change };
}

/** A change of another session. */
export function changeOf(what: AccessChange['what'], at: number): AccessChange {
  return { what, at, device: 'Windows · Edge', network: '203.0.113.*', place: null, isThis: false };
}
