import { beforeEach, expect, it } from 'vitest';
import { savedChoice } from './use-saved-choice.ts';

type Answer = { value: string; done: () => void; fail: () => void };

let worn: string[];
let asked: Answer[];
let choose: (value: string) => Promise<boolean>;

/** Runs all pending callbacks. */
function runPending() {
  return new Promise((resolve) => setImmediate(resolve));
}
/** Chooses further values while the first is being stored. */
async function pickWhileSaving(first: string, ...rest: string[]) {
  const begun = [choose(first)];
  await runPending();
  return [...begun, ...rest.map(choose)];
}
async function answer(index: number, how: 'done' | 'fail') {
  await runPending();
  asked[index]?.[how]();
}

beforeEach(() => {
  worn = [];
  asked = [];
  choose = savedChoice<string>({
    apply: (value) => worn.push(value),
    save: (value) =>
      new Promise((done, reject) => {
        asked.push({ value, done, fail: () => reject(new Error(`no ${value}`)) });
      }),
  });
});

it('is applied once it is stored', async () => {
  const stored = choose('space');
  await runPending();
  expect(worn).toEqual([]);
  await answer(0, 'done');
  expect(await stored).toBe(true);
  expect(worn).toEqual(['space']);
});

it('is not applied if it cannot be stored', async () => {
  const stored = choose('space');
  await answer(0, 'fail');
  await expect(stored).rejects.toThrow('no space');
  expect(worn).toEqual([]);
});

it('stores the last of several choices, and none that was replaced while it waited', async () => {
  const all = await pickWhileSaving('space', 'chess', 'cute');
  await answer(0, 'done');
  await answer(1, 'done');
  expect(await Promise.all(all)).toEqual([false, false, true]);
  expect(asked.map(({ value }) => value)).toEqual(['space', 'cute']);
  expect(worn.at(-1)).toBe('cute');
});

it('shows no message about a failure of a replaced choice', async () => {
  const all = await pickWhileSaving('space', 'chess');
  await answer(0, 'fail');
  await answer(1, 'done');
  expect(await Promise.all(all)).toEqual([false, true]);
  expect(worn).toEqual(['chess']);
});

it('applies the value that the account has', async () => {
  const all = await pickWhileSaving('space', 'chess');
  await answer(0, 'done');
  await answer(1, 'fail');
  await expect(all[1]).rejects.toThrow('no chess');
  expect(worn).toEqual(['space']);
});
