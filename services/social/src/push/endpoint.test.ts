import { expect, test } from 'vitest';
import { PUSH_HOST, PUSH_HOSTS, readEndpoint } from './endpoint.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', undefined],
  ['https://wns2-sn3p.notify.windows.com/w/?token=x', undefined],
  ['https://web.push.apple.com/QGx', undefined],
  ['https://fcm.googleapis.com:443/x#y', 'https://fcm.googleapis.com/x'],
  ['https://FCM.googleapis.com/x', 'https://fcm.googleapis.com/x'],
])('accepts %s', (text, normal = text) => {
  expect(readEndpoint(text, PUSH_HOSTS)).toBe(normal);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com.evil.example/x',
  'https://notify.windows.com/x',
  'https://.notify.windows.com/x',
  'https://..notify.windows.com/x',
  'https://a..notify.windows.com/x',
  'https://.a.notify.windows.com/x',
  'https://a.notify.windows.com./x',
  'https://-a.notify.windows.com/x',
  'https://a-.push.apple.com/x',
  'https://a_b.push.apple.com/x',
  `https://${'a'.repeat(64)}.push.apple.com/x`,
  'https://evilnotify.windows.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://redis:6379/x',
  'https://fcm.googleapis.com./x',
  'https:\\\\127.0.0.1\\fcm.googleapis.com',
  'file:///etc/passwd',
  'gopher://fcm.googleapis.com/x',
  'nonsense',
])('refuses %s', (text) => {
  expect(readEndpoint(text, PUSH_HOSTS)).toBeNull();
});

test('accepts the origin of a push service in the own network', () => {
  expect(readEndpoint('http://127.0.0.1:9000/x', ['http://127.0.0.1:9000'])).toBe('http://127.0.0.1:9000/x');
  expect(readEndpoint('http://127.0.0.1:9001/x', ['http://127.0.0.1:9000'])).toBeNull();
});

test.each(PUSH_HOSTS)('%s is a valid setting', (host) => {
  expect(host).toMatch(PUSH_HOST);
});
