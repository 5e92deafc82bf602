import { afterEach, expect, test, vi } from 'vitest';
import { callTab } from './tab-call.ts';

function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

function icons(): number {
  return document.querySelectorAll('link[rel=icon]').length;
}

afterEach(() => {
  setHidden(false);
  vi.restoreAllMocks();
});

test('changes title and icon of a hidden window until it is visible', () => {
  const [title, before] = [document.title, icons()];
  setHidden(true);
  callTab('轮到你了');
  expect([document.title, icons()]).toEqual(['轮到你了', before + 1]);
  callTab('有新私信');
  expect([document.title, icons()]).toEqual(['有新私信', before + 1]);
  setHidden(false);
  expect([document.title, icons()]).toEqual([title, before]);
});

test('leaves a visible window as it is', () => {
  const before = [document.title, icons()];
  callTab('轮到你了');
  expect([document.title, icons()]).toEqual(before);
});
