import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog, DialogTitle } from './Dialog.tsx';

function Shown() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)}>
        <DialogTitle>sheet</DialogTitle>
      </Dialog>
    </>
  );
}

const Watcher = window.CloseWatcher;
afterEach(() => {
  window.CloseWatcher = Watcher!;
});

test('without `CloseWatcher`, the back gesture closes a dialog and the page stays', async () => {
  delete window.CloseWatcher;
  await render(<Shown />);
  const dialog = page.getByRole('dialog', { name: 'sheet' });
  const { state } = window.history;
  await page.getByRole('button', { name: 'open' }).click();
  await expect.element(dialog).toBeVisible();
  // Not the number of entries, of which a browser keeps 50.
  expect(window.history.state).toEqual({ ...state, layer: true });
  window.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(window.history.state).toEqual(state);
});

test('with `CloseWatcher`, a close request closes a dialog without a history entry', async () => {
  const made: { onclose: (() => void) | null }[] = [];
  window.CloseWatcher = class {
    onclose: (() => void) | null = null;
    constructor() {
      made.push(this);
    }
    destroy(): void {
      made.splice(made.indexOf(this), 1);
    }
  };
  await render(<Shown />);
  const { state } = window.history;
  await page.getByRole('button', { name: 'open' }).click();
  await expect.element(page.getByRole('dialog', { name: 'sheet' })).toBeVisible();
  expect(window.history.state).toEqual(state);
  made.at(-1)?.onclose?.();
  await expect.element(page.getByRole('dialog', { name: 'sheet' })).not.toBeInTheDocument();
  expect(made).toEqual([]);
});
