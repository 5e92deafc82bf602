import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access } from '@doushouqi/protocol';
import { afterAll, expect, it } from 'vitest';
import { placesIn } from '../src/places.ts';
import { form, testAuth } from './fixtures.ts';
import { placeDatabase } from './place-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'doushouqi-places-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'places.mmdb');
function write(city: string): void {
  const record = {
    country: { names: { en: 'China', 'zh-CN': '中国' } },
    subdivisions: [{ names: { 'zh-CN': '广西' } }],
    city: { names: { en: city } },
  };
  writeFileSync(path, placeDatabase('203.0.113.0', record));
}
write('Nanning');
const auth = await testAuth({ PLACES_FILE: path });

async function placesFrom(address: string): Promise<(string | null)[]> {
  const headers = { 'x-forwarded-for': address };
  const { body } = await auth.call('POST', '/api/auth/register', { body: form(), headers });
  const reply = await auth.get('/api/users/access', String(body.access_token));
  return (reply.body as unknown as Access).ways.map(({ place }) => place);
}

it('shows the place of an address range, and none of an unknown one', async () => {
  expect(await placesFrom('203.0.113.77')).toEqual(['中国 广西 Nanning', '中国 广西 Nanning']);
  expect(await placesFrom('198.51.100.1')).toEqual([null, null]);
  expect(await placesFrom('2001:db8::1')).toEqual([null, null]);
});

it('reads the database again when it changes', async () => {
  write('Beijing');
  await expect.poll(async () => (await placesFrom('203.0.113.77'))[0]).toBe('中国 广西 Beijing');
});

it('refuses a file that is no database', () => {
  expect(() => placesIn(Buffer.from('x'))).toThrow(/./);
});
