import { expect, test } from 'vitest';
import { issuedAt } from './token-time.ts';

const payload = Buffer.from(JSON.stringify({ sub: '一', iatMs: 1_700_000_000_000 })).toString('base64url');

test.each([
  [`head.${payload}.signature`, 1_700_000_000_000],
  [`head.${Buffer.from('{}').toString('base64url')}.signature`, null],
  ['head.###.signature', null],
  ['rubbish', null],
  [null, null],
])('reads the issue time of the token %s', (token, at) => {
  expect(issuedAt(token)).toBe(at);
});
