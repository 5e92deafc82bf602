import { beforeEach, expect, it } from 'vitest';
import { savedChoice } from './saved-choice.ts';

type Answer = { value: string; done: () => void; fail: () => void };

let worn: string[];
let asked: Answer[];
let choose: (value: string, current: string) => Promise<boolean>;

/** Lets everything that is due happen. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}
function current() {
  return worn.at(-1) ?? 'default';
}
function pick(value: string) {
  return choose(value, current());
}
/** Picks the next ones while the first is being stored. */
async function pickWhileSaving(first: string, ...rest: string[]) {
  const begun = [pick(first)];
  await settle();
  return [...begun, ...rest.map(pick)];
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

it('is seen at once and stored then', async () => {
  const stored = pick('space');
  expect(worn).toEqual(['space']);
  worn.push('older news');
  await answer(0, 'done');
  expect(await stored).toBe(true);
  expect(current()).toBe('space');
});

it('goes back to what was there when it cannot be stored', async () => {
  const stored = pick('space');
  await answer(0, 'fail');
  await expect(stored).rejects.toThrow('no space');
  expect(current()).toBe('default');
});

it('stores the last of several, and never those that were overtaken while they waited', async () => {
  const all = await pickWhileSaving('space', 'chess', 'cute');
  await answer(0, 'done');
  await answer(1, 'done');
  expect(await Promise.all(all)).toEqual([false, false, true]);
  expect(asked.map(({ value }) => value)).toEqual(['space', 'cute']);
  expect(current()).toBe('cute');
});

it('says nothing of a failure that was overtaken', async () => {
  const all = await pickWhileSaving('space', 'chess');
  await answer(0, 'fail');
  await answer(1, 'done');
  expect(await Promise.all(all)).toEqual([false, true]);
  expect(worn).toEqual(['space', 'chess', 'chess']);
});

it('goes back to what the account really has', async () => {
  const all = await pickWhileSaving('space', 'chess');
  await answer(0, 'done');
  await answer(1, 'fail');
  await expect(all[1]).rejects.toThrow('no chess');
  expect(current()).toBe('space');
  const next = pick('cute');
  await answer(2, 'fail');
  await expect(next).rejects.toThrow('no cute');
  expect(current()).toBe('space');
});
