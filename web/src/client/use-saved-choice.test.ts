import { beforeEach, expect, it } from 'vitest';
import { savedChoice } from './use-saved-choice.ts';

type Answer = { value: string; done: () => void; fail: () => void };

let worn: string[];
let asked: Answer[];
let choose: (value: string) => Promise<boolean>;

/** Lets everything that is due happen. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
/** Picks the next ones while the first is being stored. */
async function pickWhileSaving(first: string, ...rest: string[]) {
  const begun = [choose(first)];
  await settle();
  return [...begun, ...rest.map(choose)];
}
async function answer(index: number, how: 'done' | 'fail') {
  await settle();
  asked[index]?.[how]();
}

beforeEach(() => {
  worn = [];
  asked = [];
  choose = savedChoice<string>({
    wear: (value) => worn.push(value),
    save: (value) =>
      new Promise((done, reject) => {
        asked.push({ value, done, fail: () => reject(new Error(`no ${value}`)) });
      }),
  });
});

it('is worn once it is stored', async () => {
  const stored = choose('space');
  await settle();
  expect(worn).toEqual([]);
  await answer(0, 'done');
  expect(await stored).toBe(true);
  expect(worn).toEqual(['space']);
});

it('is never worn when it cannot be stored', async () => {
  const stored = choose('space');
  await answer(0, 'fail');
  await expect(stored).rejects.toThrow('no space');
  expect(worn).toEqual([]);
});

it('stores the last of several, and never those that were overtaken while they waited', async () => {
  const all = await pickWhileSaving('space', 'chess', 'cute');
  await answer(0, 'done');
  await answer(1, 'done');
  expect(await Promise.all(all)).toEqual([false, false, true]);
  expect(asked.map(({ value }) => value)).toEqual(['space', 'cute']);
  expect(worn.at(-1)).toBe('cute');
});

it('says nothing of a failure that was overtaken', async () => {
  const all = await pickWhileSaving('space', 'chess');
  await answer(0, 'fail');
  await answer(1, 'done');
  expect(await Promise.all(all)).toEqual([false, true]);
  expect(worn).toEqual(['chess']);
});

it('leaves on what the account really has', async () => {
  const all = await pickWhileSaving('space', 'chess');
  await answer(0, 'done');
  await answer(1, 'fail');
  await expect(all[1]).rejects.toThrow('no chess');
  expect(worn).toEqual(['space']);
});
