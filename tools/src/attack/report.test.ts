import { expect, test } from 'vitest';
import type { Attack, Target } from './attack.ts';
import { markdownTable, textTable } from './report.ts';
import { attempt } from './trial.ts';

function row(name: string, run: Attack['run']): Attack {
  return { name, what: 'Asks for everything at once.', aim: 'No user waits.', run };
}
/** A platform without processes. */
const TARGET = { platform: { processes: new Map() } } as unknown as Target;

test('reports a row that throws as failed, with its reason', async () => {
  const broken = row('broken', () => Promise.reject(new Error('no socket')));
  expect(await attempt(broken, TARGET)).toEqual({ figures: { failed: 'no socket' }, holds: false });
});

test('lists the former and current result of each row', async () => {
  const attack = row('flood', async () => ({ figures: { p99: '9 ms', memory: '+1 MB' }, holds: true }));
  const now = await attempt(attack, TARGET);
  const before = { figures: { p99: '1 200 ms | or more' }, holds: false };
  expect(markdownTable([{ attack, now, before }]).split('\n').at(-1)).toBe(
    '| flood | Asks for everything at once. | p99: 1 200 ms \\| or more | p99: 9 ms<br>memory: +1 MB | No user waits. | holds |',
  );
  const text = textTable([
    { attack, now },
    { attack, now: before },
  ]);
  expect(text).not.toContain('before');
  expect(text).toMatch(/p99: 9 ms .*No user waits\. +holds\n.*memory: \+1 MB/);
  expect(text).toContain('FAILS');
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(150);
});
