import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

it.each([
  [CHROME, 'Windows · Chrome'],
  [IPHONE, 'iOS · Safari'],
  ['', '未知设备'],
  ['<script>', '未知设备'],
  // The text of an e-mail and of the owner's pages is not the client's.
  ['点 evil.example 领奖/1.0 (x', '未知设备'],
  ['Windows NT 10.0 https://evil.example/1.0 (x', 'Windows'],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
