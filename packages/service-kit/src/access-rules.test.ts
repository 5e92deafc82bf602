import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAccessRules } from './access-rules.ts';

function fileOf(changes: object = {}): string {
  return JSON.stringify({ registration: 'open', guests: true, text: '', refusedAddresses: [], ...changes });
}
function refuses(refusedAddresses: string[], addresses: string[]): string[] {
  const { isRefused } = parseAccessRules(fileOf({ refusedAddresses }));
  return addresses.filter(isRefused);
}

it('allows everything by default', () => {
  const rules = parseAccessRules(readFileSync(new URL('../config/access.json', import.meta.url), 'utf8'));
  expect(rules).toMatchObject({ registration: 'open', guests: true, text: '' });
  expect(rules.isRefused('203.0.113.7')).toBe(false);
});

it('refuses the addresses of ranges in both families, in every notation', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48', '2001:db8:2::1'];
  const inside = [
    '203.0.113.255',
    '198.51.100.7',
    '::ffff:203.0.113.9',
    '2001:DB8:1:0:0::5',
    '2001:db8:2::1',
  ];
  const outside = [
    '203.0.114.0',
    '198.51.100.8',
    '2001:db8:3::1',
    '2001:db8:2::2',
    '',
    'unknown',
    'fe80::1%eth0',
  ];
  expect(refuses(ranges, [...inside, ...outside])).toEqual(inside);
});

it('never refuses this machine', () => {
  expect(refuses(['127.0.0.0/8', '::1'], ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])).toEqual([]);
});

it.each([
  ['no JSON', '{', /JSON/],
  ['an unknown field', fileOf({ guest: true }), /guest/],
  ['an unknown mode', fileOf({ registration: 'off' }), /registration: /],
  ['a text that is too long', fileOf({ text: '满'.repeat(201) }), /text: /],
  [
    'no address',
    fileOf({ refusedAddresses: ['example.com'] }),
    /refusedAddresses\.0: is no address or range/,
  ],
  [
    'a wrong prefix',
    fileOf({ refusedAddresses: ['10.0.0.0/33'] }),
    /refusedAddresses\.0: is no address or range/,
  ],
  [
    'half of the internet',
    fileOf({ refusedAddresses: ['::1', '0.0.0.0/1'] }),
    /refusedAddresses\.1: is too large/,
  ],
  ['all of IPv6', fileOf({ refusedAddresses: ['2000::/3'] }), /refusedAddresses\.0: is too large/],
  ['too many', fileOf({ refusedAddresses: Array(1_001).fill('203.0.113.7') }), /refusedAddresses: /],
])('refuses a file with %s in one line', (_case, text, problem) => {
  expect(() => parseAccessRules(text)).toThrow(problem);
});
