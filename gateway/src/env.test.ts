import { parseEnv } from '@doushouqi/service-kit';
import { describe, expect, test } from 'vitest';
import { environment } from './env.ts';

function problemsOf(trustProxy: string): string[] {
  const parsed = parseEnv(environment.pick({ TRUST_PROXY: true }), { TRUST_PROXY: trustProxy });
  return parsed.ok ? [] : parsed.problems;
}

describe('TRUST_PROXY', () => {
  test.each(['', '1', 'loopback', 'uniquelocal, 192.0.2.7', '10.0.0.0/8,2001:db8::/32', '::1'])(
    'takes "%s"',
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
  ])('says by name that "%s" is wrong, where express would say of an address only', (text) =>
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^TRUST_PROXY is wrong: /)]),
  );
});
