import { ApiError, type ReportRecord } from '@doushouqi/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  caseOf,
  caseRow,
  HORSE,
  idOf,
  LEOPARD,
  openConsole,
  queueOf,
  sanctionOf,
} from '../../../test/console.tsx';
import { refusal, type SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';

/** A moderation service with two cases. */
function twoCases(answers: Record<string, (sent: SentCall) => unknown> = {}) {
  const state = { claimed: new Set<string>(), closed: new Set<string>() };
  const answer = (sent: SentCall): unknown => {
    const own = answers[sent.call];
    if (own) return own(sent);
    const open = [LEOPARD, HORSE].filter(({ _id }) => !state.closed.has(_id));
    if (sent.call === 'GET /admin/reports')
      return queueOf(open.map((one) => caseRow(one, { isMine: state.claimed.has(one._id) })));
    const [, userId = '', action] = /^\w+ \/admin\/reports\/(\w+)(?:\/(\w+))?$/.exec(sent.call) ?? [];
    const person = [LEOPARD, HORSE].find(({ _id }) => _id === userId);
    if (action === 'claim') {
      if ((sent.body as { on: boolean }).on) state.claimed.add(userId);
      else state.claimed.delete(userId);
      return { success: true };
    }
    if (action === 'dismiss') {
      state.closed.add(userId);
      return { success: true };
    }
    if (person) {
      const isMine = state.claimed.has(userId);
      return caseOf(person, { isMine, claimedBy: isMine ? '阿山' : null });
    }
    if (sent.call === 'POST /admin/sanctions') {
      state.closed.add((sent.body as { userId: string }).userId);
      return sanctionOf();
    }
    return undefined;
  };
  return { state, answer };
}

function submit() {
  return page.getByRole('button', { name: '禁言 1 天' });
}
function row(name: RegExp) {
  return page.getByRole('list', { name: '举报的队列' }).getByRole('link', { name });
}

/** Claims the open case with the keyboard. */
async function claim() {
  await expect.element(page.getByRole('button', { name: '认领' })).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('button', { name: '先选判定' })).toBeDisabled();
}

test('is worked with the keyboard: move, claim, judge, impose, next', async () => {
  const { answer } = twoCases();
  const sent = await openConsole('/reports', { answer });
  await expect.element(row(/花豹88/)).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('j');
  await expect.element(row(/快马/)).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('j');
  await userEvent.keyboard('k');
  await expect.element(row(/花豹88/)).toHaveAttribute('aria-current', 'true');
  // No key waits for the answer to the one before.
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('heading', { name: '花豹88' })).toBeVisible();
  await userEvent.keyboard('1');
  await expect.element(submit()).toBeEnabled();
  await expect
    .element(page.getByLabelText('给花豹88的话'))
    .toHaveValue(
      expect.stringMatching(/你在对局里辱骂他人。聊天停用 1 天，到 .+。下棋不受影响。再犯会停得更久。$/),
    );
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expectToast('花豹88：禁言 1 天', 'success');
  const imposed = sent.find(({ call }) => call === 'POST /admin/sanctions');
  expect(imposed?.body).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    userId: LEOPARD._id,
    kind: 'mute',
    violation: 'abuse',
    hours: 24,
    reason: '辱骂他人',
    reports: [idOf(900)],
    hidesLines: true,
  });
  await expect.element(row(/快马/)).toHaveAttribute('aria-current', 'true');
  await expect.element(row(/花豹88/)).not.toBeInTheDocument();
});

test('types digits and letters into a field, not into the queue', async () => {
  const { answer } = twoCases();
  await openConsole('/reports', { answer });
  await claim();
  await userEvent.keyboard('{1}');
  await expect.element(submit()).toBeVisible();
  const reason = page.getByLabelText('理由（记进操作记录）');
  await reason.fill('');
  await userEvent.keyboard('jx0');
  await expect.element(reason).toHaveValue('jx0');
  await expect.element(row(/花豹88/)).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Tab}');
  await reason.fill(' ');
  await expect.element(submit()).toBeDisabled();
});

test('imposes once after a lost reply: the second press has the same id', async () => {
  let isLost = true;
  const { answer, state } = twoCases({
    'POST /admin/sanctions'({ body }) {
      state.closed.add((body as { userId: string }).userId);
      if (isLost) throw new ApiError(0, { code: 'NETWORK', message: '' });
      return sanctionOf();
    },
  });
  const sent = await openConsole('/reports', { answer });
  await claim();
  await userEvent.keyboard('{1}');
  await submit().click();
  await expectToast(/^没有收到回复/, 'warning');
  isLost = false;
  state.closed.clear();
  await submit().click();
  await expectToast('花豹88：禁言 1 天');
  const ids = sent
    .filter(({ call }) => call === 'POST /admin/sanctions')
    .map(({ body }) => (body as { id: string }).id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('dismisses with 0, without the reports that the operator leaves open', async () => {
  const other = { ...caseOf(LEOPARD).reports[0]!, id: idOf(901), kind: 'nickname' as const };
  const { answer } = twoCases({
    [`GET /admin/reports/${LEOPARD._id}`]: () =>
      caseOf(LEOPARD, { isMine: true, claimedBy: '阿山', reports: [...caseOf(LEOPARD).reports, other] }),
  });
  const sent = await openConsole(`/reports/${LEOPARD._id}`, { answer });
  await page.getByRole('checkbox', { name: '算进这次判定' }).nth(1).click();
  await userEvent.keyboard('{0}');
  await page.getByRole('button', { name: '不违规，结案' }).click();
  await expectToast('花豹88的举报已结案');
  const dismissed = sent.find(({ call }) => call.endsWith('/dismiss'));
  expect(dismissed?.body).toEqual({ reports: [idOf(900)], reason: '不违规' });
});

test('names the tournament of a reported line, as a link to it', async () => {
  const [{ quote, ...report }] = caseOf(LEOPARD).reports as [ReportRecord];
  const { fromId, nickname, content, at } = quote;
  const said = { fromId, nickname, content, at, tournament: { id: 'arena-1', name: '夜猫擂台' } };
  const { answer } = twoCases({
    [`GET /admin/reports/${LEOPARD._id}`]: () =>
      caseOf(LEOPARD, { isMine: true, reports: [{ ...report, quote: said, context: [said] }] }),
  });
  await openConsole(`/reports/${LEOPARD._id}`, { answer });
  await expect.element(page.getByRole('heading', { name: '比赛聊天' })).toBeVisible();
  const place = page.getByRole('link', { name: '夜猫擂台' });
  await expect.element(place).toHaveAttribute('href', '/tournament/arena-1');
  await userEvent.keyboard('{1}');
  await expect
    .element(page.getByLabelText('给花豹88的话'))
    .toHaveValue(expect.stringContaining('你在比赛聊天里辱骂他人。'));
});

test('renews the claim of the open case while it is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { answer, state } = twoCases();
  state.claimed.add(LEOPARD._id);
  const sent = await openConsole('/reports', { answer });
  await expect.element(page.getByRole('button', { name: '先选判定' })).toBeVisible();
  const claims = () => sent.filter(({ call }) => call.endsWith('/claim')).map(({ body }) => body);
  expect(claims()).toEqual([]);
  vi.advanceTimersByTime(4 * 60_000);
  await expect.poll(claims).toEqual([{ on: true }]);
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('button', { name: '认领' })).toBeVisible();
  vi.advanceTimersByTime(4 * 60_000);
  expect(claims()).toHaveLength(1);
});

test('shows who has a case, and locks it', async () => {
  const { answer } = twoCases({
    [`GET /admin/reports/${LEOPARD._id}`]: () => caseOf(LEOPARD, { claimedBy: '小满' }),
  });
  const sent = await openConsole(`/reports/${LEOPARD._id}`, { answer });
  await expect.element(page.getByText('小满正在看这一位，放下以后可以认领。')).toBeVisible();
  await userEvent.keyboard('e');
  await userEvent.keyboard('1');
  await expect.element(page.getByRole('button', { name: '认领' })).not.toBeInTheDocument();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('names the operator who was faster, when a claim is refused', async () => {
  let isTaken = false;
  const { answer } = twoCases({
    [`POST /admin/reports/${LEOPARD._id}/claim`]() {
      isTaken = true;
      return refusal('CASE_TAKEN');
    },
    [`GET /admin/reports/${LEOPARD._id}`]: () => caseOf(LEOPARD, { claimedBy: isTaken ? '小满' : null }),
  });
  await openConsole(`/reports/${LEOPARD._id}`, { answer });
  await page.getByRole('button', { name: '认领' }).click();
  await expectToast(/另一位值守/, 'warning');
  await expect.element(page.getByText('小满在看', { exact: true })).toBeVisible();
});

test('gives a case back, and keeps what was written for the next claim', async () => {
  const { answer, state } = twoCases();
  await openConsole('/reports', { answer });
  await claim();
  await userEvent.keyboard('{1}');
  await page.getByLabelText('给花豹88的话').fill('我自己写的');
  await page.getByRole('button', { name: '转交' }).click();
  await expect.element(page.getByText('没人在看')).toBeVisible();
  expect(state.claimed.size).toBe(0);
  await userEvent.keyboard('e');
  await expect.element(page.getByLabelText('给花豹88的话')).toHaveValue('我自己写的');
  await page.getByRole('button', { name: '换回模板' }).click();
  await expect.element(page.getByLabelText('给花豹88的话')).toHaveValue(expect.stringContaining('辱骂他人'));
});

test('the letter follows verdict, measure and duration', async () => {
  const { answer, state } = twoCases();
  state.claimed.add(LEOPARD._id);
  await openConsole('/reports', { answer });
  const letter = page.getByLabelText('给花豹88的话');
  await page.getByRole('radio', { name: '广告、引流' }).click();
  await expect.element(letter).toHaveValue(expect.stringMatching(/广告.*聊天停用 7 天/));
  await page.getByRole('radio', { name: '30 天' }).click();
  await expect.element(page.getByRole('button', { name: '请人复核' })).toBeEnabled();
  await expect.element(letter).toHaveValue(expect.stringMatching(/聊天停用 30 天。/));
  await page.getByRole('radio', { name: '静默' }).click();
  await expect.element(letter).not.toBeInTheDocument();
  await expect.element(page.getByText(/^静默不通知本人/)).toBeVisible();
});

test('states that there is no network, and loads by itself when it is back', async () => {
  await openConsole('/reports', { answer: () => undefined });
  await expect.element(page.getByText('没有待处理的举报')).toBeVisible();
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: '已处理' }).click();
  await expect.element(page.getByText('没有网络，恢复后会自动载入')).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('近来没有处理过的举报')).toBeVisible();
});

test('states an empty queue, a failure with a way to try again, and an outdated list', async () => {
  let queue: unknown = refusal('UNAVAILABLE');
  const answer = ({ call }: SentCall) => (call === 'GET /admin/reports' ? queue : undefined);
  await openConsole('/reports', { answer });
  await expect.element(page.getByText('没能载入')).toBeVisible();
  queue = queueOf([]);
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('没有待处理的举报')).toBeVisible();
  queue = refusal('UNAVAILABLE');
  await page.getByRole('button', { name: /^我在看/ }).click();
  await expect.element(page.getByText('没能载入')).toBeVisible();
});
