import { expect, test } from 'vitest';
import { familyOfAgent } from '../../shared/engine/downloads.ts';
import { commandOf, isKnownOrigin, ordered } from './systems.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'macos'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'linux'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', null],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', null],
])('%s', (agent, family) => {
  expect(familyOfAgent(agent)).toBe(family);
});

test("puts the user's system first, and keeps the order of the others", () => {
  expect(ordered('linux')).toEqual(['linux', 'windows', 'macos']);
  expect(ordered(null)).toEqual(['windows', 'macos', 'linux']);
});

test('an origin that the programs do not accept by default must be passed', () => {
  expect(isKnownOrigin('http://localhost:8080', [])).toBe(true);
  expect(isKnownOrigin('https://a.example', ['https://a.example'])).toBe(true);
  expect(isKnownOrigin('https://b.example', ['https://a.example'])).toBe(false);
  expect(commandOf('linux', 'https://b.example')).toBe('./dsq-analysis --origin https://b.example');
});
