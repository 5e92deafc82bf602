import type { OfferKind } from '@doushouqi/room';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Offers } from '../../game/controller.ts';
import { PromptCard, WaitingNote } from './PromptCard.tsx';

/** Takes every call down; each is answered in the same way. */
function offersThat(answer: Promise<void> = Promise.resolve()) {
  const calls: string[] = [];
  const take = (call: string): Promise<void> => {
    calls.push(call);
    return answer;
  };
  const offers: Offers = {
    ask: (kind) => take(`ask ${kind}`),
    answer: (kind, accept) => take(`${accept ? 'accept' : 'reject'} ${kind}`),
    withdraw: (kind) => take(`withdraw ${kind}`),
  };
  return { offers, calls };
}

function promptOf(kind: OfferKind) {
  return { id: `g1-4-${kind}`, kind, by: 'b'.repeat(24) };
}

test('a question is deaf for its first moment, so that no tap meant for something else answers it', async () => {
  const { offers, calls } = offersThat();
  await render(<PromptCard offers={offers} prompt={promptOf('undo')} by="苍狼" over={false} />);
  const card = page.getByRole('alertdialog');
  const accept = page.getByRole('button', { name: '同意悔棋' });
  expect(card.element().getAttribute('data-ready')).toBe('false');
  (accept.element() as HTMLElement).click();
  expect(calls).toEqual([]);
  await expect.element(card).toHaveAttribute('data-ready', 'true');
  await accept.click();
  expect(calls).toEqual(['accept undo']);
});

test('is answered once, however often it is pressed', async () => {
  const { offers, calls } = offersThat(new Promise(() => {}));
  await render(<PromptCard offers={offers} prompt={promptOf('draw')} by="苍狼" over={false} />);
  const reject = page.getByRole('button', { name: '继续下' });
  await expect.element(page.getByRole('alertdialog')).toHaveAttribute('data-ready', 'true');
  await reject.click();
  (reject.element() as HTMLElement).click();
  expect(calls).toEqual(['reject draw']);
});

test('a reset asked after the end is another game', async () => {
  await render(<PromptCard offers={offersThat().offers} prompt={promptOf('reset')} by="苍狼" over />);
  await expect.element(page.getByText('苍狼 请求再来一局')).toBeVisible();
});

test('one’s own question can be taken back', async () => {
  const { offers, calls } = offersThat();
  await render(<WaitingNote offers={offers} kind="draw" over={false} />);
  await page.getByRole('button', { name: '收回' }).click();
  expect(calls).toEqual(['withdraw draw']);
});

test('one’s own question after the end is for another game', async () => {
  await render(<WaitingNote offers={offersThat().offers} kind="reset" over />);
  await expect.element(page.getByText('已请求再来一局，等待对方回应')).toBeVisible();
});
