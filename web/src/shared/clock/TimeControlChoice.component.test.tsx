import type { TimeControl } from '@doushouqi/protocol';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TimeControlChoice } from './TimeControlChoice.tsx';

interface FormProps {
  first: TimeControl | null;
  onChange: (control: TimeControl | null) => void;
}

function Form({ first, onChange }: FormProps) {
  const [control, setControl] = useState(first);
  const change = (next: TimeControl | null): void => {
    onChange(next);
    setControl(next);
  };
  return <TimeControlChoice value={control} onChange={change} />;
}

async function open(first: TimeControl | null): Promise<(TimeControl | null)[]> {
  const chosen: (TimeControl | null)[] = [];
  await render(<Form first={first} onChange={(control) => chosen.push(control)} />);
  return chosen;
}

function choice(name: string) {
  return page.getByRole('radio', { name, exact: true });
}

test.each([
  [null, '不限时'],
  [{ initial: 15, increment: 10 }, '15 + 10'],
  [{ initial: 7, increment: 0 }, '自定'],
])('shows %j as %s', async (value, name) => {
  await open(value);
  await expect.element(choice(name)).toBeChecked();
  expect(page.getByRole('slider').elements()).toHaveLength(name === '自定' ? 2 : 0);
});

test('remembers an own time control, also one that equals a preset', async () => {
  const chosen = await open({ initial: 6, increment: 3 });
  (page.getByRole('slider', { name: '每方分钟' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(choice('自定')).toBeChecked();
  await choice('2 + 1').click();
  await choice('自定').click();
  await choice('不限时').click();
  expect(chosen).toEqual([
    { initial: 5, increment: 3 },
    { initial: 2, increment: 1 },
    { initial: 5, increment: 3 },
    null,
  ]);
});
