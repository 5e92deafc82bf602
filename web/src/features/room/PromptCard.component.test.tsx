import { ApiError, ERRORS } from '@doushouqi/protocol';
import type { OfferKind } from '@doushouqi/room';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerBy } from '../../../test/server.ts';
import type { Offers } from '../../game/controller.ts';
import { ToastHost } from '../../ui/ToastHost.tsx';
import { PromptCard, WaitingNote } from './RoomActions.tsx';

/** Records every call; each returns `answer`. */
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

test('ignores taps during the first moment, so that a tap aimed elsewhere answers nothing', async () => {
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

test('labels a reset after the end as a rematch', async () => {
  await render(<PromptCard offers={offersThat().offers} prompt={promptOf('reset')} by="苍狼" over />);
  await expect.element(page.getByText('苍狼 请求再来一局')).toBeVisible();
});

describe('a rematch that is refused because of a pause', () => {
  const until = new Date(2026, 10, 23, 20, 5).getTime();
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function agree(code: 'PAIRING_PAUSED' | 'OPPONENT_PAUSED', mine?: object) {
    const asked = answerBy(({ call }) => (call === 'GET /pairing/mine' ? mine : undefined));
    const answer = () => Promise.reject(new ApiError(400, { code, message: ERRORS[code].message }));
    const offers = { ...offersThat().offers, answer };
    await render(
      <>
        <ToastHost />
        <PromptCard offers={offers} prompt={promptOf('reset')} by="苍狼" over />
      </>,
    );
    await expect.element(page.getByRole('alertdialog')).toHaveAttribute('data-ready', 'true');
    await page.getByRole('button', { name: '再来一局' }).click();
    return asked;
  }

  test('shows when the own pause ends, in the words of the play menu', async () => {
    await agree('PAIRING_PAUSED', { ticket: null, paired: null, pause: { until }, challenge: null });
    await expect.element(page.getByText('暂停匹配 · 中途离开或不走棋太多次，20:05 后恢复')).toBeVisible();
  });

  test('shows the refusal when the end of the pause is unavailable', async () => {
    await agree('PAIRING_PAUSED');
    await expect.element(page.getByText('你暂时不能匹配对手，请稍后再试')).toBeVisible();
  });

  test('never shows when the opponent’s pause ends', async () => {
    const asked = await agree('OPPONENT_PAUSED');
    await expect.element(page.getByText('对方暂时不能排位')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test('can withdraw the own offer', async () => {
  const { offers, calls } = offersThat();
  await render(<WaitingNote offers={offers} kind="draw" over={false} />);
  await page.getByRole('button', { name: '撤回' }).click();
  expect(calls).toEqual(['withdraw draw']);
});

test('labels the own offer after the end as a rematch', async () => {
  await render(<WaitingNote offers={offersThat().offers} kind="reset" over />);
  await expect.element(page.getByText('已请求再来一局，等待对方回应')).toBeVisible();
});
