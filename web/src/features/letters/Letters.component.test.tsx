import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { letterOf } from '../../../test/letters.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, refusal, type SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { letterPath, letterStore, NO_LETTERS, type OwnLetter } from '../../client/sanctions.ts';
import { session } from '../../client/session.ts';
import LetterPage from './LetterPage.tsx';
import LettersPage from './LettersPage.tsx';

const now = Date.now();
const MUTE = letterOf({}, now);
const APPEAL = { text: '他先骂的', at: now, answer: null };

/** The letters of the server; they may change during a test. */
let letters: OwnLetter[];
let answers: Record<string, (sent: SentCall) => unknown>;
let sent: SentCall[];

beforeEach(() => {
  letters = [MUTE];
  answers = {};
  session.login({ access_token: 'mine', user: ME });
  sent = answerBy((one) => {
    const answer = answers[one.call];
    if (answer) return answer(one);
    if (one.call === 'GET /account/sanctions') return letters;
    if (one.call === 'GET /account/reports' || one.call === 'GET /ratings/mine/returns') return [];
    if (!one.call.endsWith('/seen')) return undefined;
    letters = letters.map((letter) => ({ ...letter, isSeen: true }));
    return { success: true };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
  letterStore.setState(NO_LETTERS);
});

function Here() {
  return <output>{useLocation().pathname}</output>;
}

async function open(path: string) {
  await render(
    <Providers path={path}>
      <Routes>
        <Route path="/letters" element={<LettersPage />} />
        <Route path="/letters/:sanctionId" element={<LetterPage />} />
        <Route path="*" element={<Here />} />
      </Routes>
    </Providers>,
  );
}

function button(name: string) {
  return page.getByRole('button', { name });
}
function calls(call: string) {
  return sent.filter((one) => one.call === call);
}

test('shows the text, the quotes and the end, and marks the letter as read', async () => {
  await open(letterPath(MUTE));
  await expect.element(page.getByRole('heading', { name: '禁言 1 天' })).toBeVisible();
  await expect.element(page.getByText(MUTE.text)).toBeVisible();
  await expect.element(page.getByText(/^回家喂猪去吧.* · 第 12 回合$/)).toBeVisible();
  await expect.element(page.getByText(/^认输吧.* · 同一局 · 第 14 回合$/)).toBeVisible();
  await expect.element(page.getByText(/^还剩 22 小时 \d+ 分，到时自己恢复$/)).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: '对局里的常用语' })).toBeVisible();
  await expect.poll(() => calls(`POST /account/sanctions/${MUTE.id}/seen`)).toHaveLength(1);
  await expect.poll(() => letterStore.getState().letters?.[0]?.isSeen).toBe(true);
});

test('shows a line once that several reports quote', async () => {
  letters = [{ ...MUTE, quotes: [...MUTE.quotes, ...MUTE.quotes] }];
  await open(letterPath(MUTE));
  const lines = page.getByText(/回家喂猪去吧/);
  await expect.element(lines.first()).toBeVisible();
  expect(lines.elements()).toHaveLength(1);
});

test('a failed mark leaves the letter unread', async () => {
  answers[`POST /account/sanctions/${MUTE.id}/seen`] = () => refusal('UNAVAILABLE');
  await open(letterPath(MUTE));
  await expect.poll(() => calls(`POST /account/sanctions/${MUTE.id}/seen`).length).toBeGreaterThan(0);
  await expect.element(page.getByText(MUTE.text)).toBeVisible();
  expect(letterStore.getState().letters?.[0]?.isSeen).toBe(false);
});

test.each([
  [letterPath(MUTE, '/play'), '/play'],
  [letterPath(MUTE, '//elsewhere.example'), '/'],
  [letterPath(MUTE), '/'],
])('知道了 on %s leads to %s', async (path, next) => {
  await open(path);
  await button('知道了').click();
  await expect.element(page.getByRole('status')).toHaveTextContent(next);
});

test('appeals once, in the place of the buttons', async () => {
  answers[`POST /account/sanctions/${MUTE.id}/appeal`] = () => {
    letters = [{ ...MUTE, isSeen: true, appealUntil: null, appeal: APPEAL }];
    return letters[0];
  };
  await open(letterPath(MUTE));
  await button('申诉').click();
  await expect.element(button('提交申诉')).toBeDisabled();
  await page.getByLabelText('哪里不对').fill(' 他先骂的 ');
  await button('提交申诉').click();
  await expect.element(button('已申诉，等回复')).toBeDisabled();
  await expect.element(page.getByText('他先骂的')).toBeVisible();
  expect(calls(`POST /account/sanctions/${MUTE.id}/appeal`).map(({ body }) => body)).toEqual([
    { text: '他先骂的' },
  ]);
});

test('after a lost reply the second press finds the appeal', async () => {
  let isMade = false;
  answers[`POST /account/sanctions/${MUTE.id}/appeal`] = () => {
    letters = [{ ...MUTE, isSeen: true, appealUntil: null, appeal: APPEAL }];
    if (isMade) return refusal('APPEAL_CLOSED');
    isMade = true;
    return Response.error();
  };
  await open(letterPath(MUTE));
  await button('申诉').click();
  await page.getByLabelText('哪里不对').fill('他先骂的');
  await button('提交申诉').click();
  await expectToast('申诉没有送到，请重试');
  await expect.element(page.getByLabelText('哪里不对')).toHaveValue('他先骂的');
  await button('提交申诉').click();
  await expect.element(button('已申诉，等回复')).toBeVisible();
});

test('shows the answer, and no second appeal', async () => {
  const answer = { text: '你先开的口。', isGranted: false, at: now };
  letters = [{ ...MUTE, isSeen: true, appealUntil: null, appeal: { ...APPEAL, answer } }];
  await open(letterPath(MUTE));
  await expect.element(page.getByRole('heading', { name: '维持原来的决定' })).toBeVisible();
  await expect.element(page.getByText('你先开的口。')).toBeVisible();
  expect(button('申诉').elements()).toEqual([]);
});

test('a warning says that everything works, unless another letter stops something', async () => {
  const warning = letterOf({ id: 'e'.repeat(24), kind: 'warn', until: null, isSeen: true }, now);
  letters = [warning];
  await open(letterPath(warning));
  await expect.element(page.getByRole('heading', { name: '全都照常' })).toBeVisible();
  letterStore.setState({ letters: [MUTE, warning], now });
  await expect.element(page.getByRole('heading', { name: '全都照常' })).not.toBeInTheDocument();
});

test('a letter that the user did not get leads to the list', async () => {
  letters = [];
  await open(letterPath(MUTE));
  await page.getByRole('link', { name: '看全部通知' }).click();
  await expect.element(page.getByRole('heading', { name: '没有通知' })).toBeVisible();
});

test('offers another attempt when the letters cannot be loaded', async () => {
  answers['GET /account/sanctions'] = () => refusal('UNAVAILABLE');
  await open(letterPath(MUTE));
  await expect.element(page.getByRole('heading', { name: '通知加载失败' })).toBeVisible();
  delete answers['GET /account/sanctions'];
  await button('重试').click();
  await expect.element(page.getByRole('heading', { name: '禁言 1 天' })).toBeVisible();
});

test('lists letters and outcomes of reports, which count as read here', async () => {
  const report = { kind: 'line', nickname: '广告君', at: now, state: 'acted', closedAt: now } as const;
  answers['GET /account/reports'] = () => [{ ...report, id: '9'.repeat(24), isSeen: false }];
  await open('/letters');
  const row = page.getByRole('region', { name: '值守来信' }).getByRole('link');
  await expect.element(row.getByText('未读')).toBeVisible();
  await expect.element(page.getByText('已处理，谢谢你')).toBeVisible();
  await expect.poll(() => calls('POST /account/reports/seen')).toHaveLength(1);
  await row.click();
  await expect.element(page.getByRole('heading', { name: '禁言 1 天' })).toBeVisible();
  await button('知道了').click();
  await expect.element(row.getByText('生效中')).toBeVisible();
});

test('a guest has letters and no reports', async () => {
  session.login({ access_token: 'guest', user: { ...ME, isGuest: true } });
  letters = [];
  await open('/letters');
  await expect.element(page.getByRole('heading', { name: '没有通知' })).toBeVisible();
  expect(calls('GET /account/reports')).toEqual([]);
});

test('lists points that came back, which count as read', async () => {
  letters = [];
  answers['GET /ratings/mine/returns'] = () => [{ at: now, points: 12, isSeen: false }];
  await open('/letters');
  const list = page.getByRole('region', { name: '退还的等级分' });
  await expect.element(list.getByText('退还 12 分')).toBeVisible();
  await expect.element(list.getByText('和你下过的一位棋手用了引擎')).toBeVisible();
  await expect.poll(() => sent.map(({ call }) => call)).toContain('POST /ratings/mine/returns/seen');
});
