import { expect, it } from 'vitest';
import { ACCESS_NOW, STOLEN_WAYS } from '../../../../test/access.ts';
import { addedText, groupWays, wayIcon, wayName } from './way-text.ts';

it('states name, date and place of a way; the address range if the place is unknown, else 不详', () => {
  expect(STOLEN_WAYS.map((way) => `${wayName(way)}: ${addedText(way, ACCESS_NOW)}`)).toEqual([
    '通行密钥 · Windows · Edge: 11月20日添加 · 南宁',
    'ta•••1@outlook.com: 11月20日添加 · 203.0.113.*',
    '通行密钥 · Android · Chrome: 8月20日添加 · 杭州',
    '恢复码，剩 9 个: 8月20日生成 · 地点不详',
    'Windows · Chrome: 今天 20:14 登录 · 杭州',
    'iOS · Safari: 8月20日登录 · 198.51.100.*',
  ]);
});

it('has an icon for each kind and for devices in the hand', () => {
  expect(STOLEN_WAYS.map(wayIcon)).toEqual([
    'key',
    'envelope',
    'fingerprint',
    'key-return',
    'desktop',
    'device-mobile',
  ]);
});

it('puts first what was added lately or is suspended, but not the device in use', () => {
  const ways = STOLEN_WAYS.map((way) => ({
    ...way,
    isRecent: way.kind === 'device',
    isSuspended: way.kind === 'email',
  }));
  expect(groupWays(ways).recent.map(({ id }) => id)).toEqual(['email', 'device:b']);
  expect(groupWays(ways).former.map(({ id }) => id)).toEqual(['passkey:w', 'passkey:p', 'codes', 'device:a']);
});
