import type { NewTournament } from '@doushouqi/protocol';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../../test/Providers.tsx';
import { ratingsOf, UNRATED, userRatingOf } from '../../../../test/ratings.ts';
import { answerBy, refusal, type SentCall } from '../../../../test/server.ts';
import { MINUTE, swissOf } from '../../../../test/tournaments.ts';
import { ME } from '../../../../test/users.ts';
import { session } from '../../../client/session.ts';
import { KEYS, tabStorage } from '../../../client/storage.ts';
import { ToastHost } from '../../../ui/ToastHost.tsx';
import FormPage from './FormPage.tsx';

const RATED = ratingsOf(userRatingOf(1_600, { games: 12 }));
const COMING = swissOf({
  ...{
    id: 'new-1',
    name: '夜猫赛',
    phase: 'coming',
    round: 0,
    isOwn: true,
    startsAt: Date.now() + 60 * MINUTE,
  },
});

/** What the server has: rated games, tournaments, and its answer to a publication. */
interface Server {
  ratings: object;
  coming: object[];
  publish: (sent: SentCall) => unknown;
}

async function show(server: Partial<Server> = {}, path = '/tournament/new'): Promise<SentCall[]> {
  const known: Server = { ratings: RATED, coming: [], publish: () => ({ tournament: COMING }), ...server };
  const sent = answerBy((one) => {
    if (one.call === `GET /ratings/${ME._id}`) return known.ratings;
    if (one.call === 'GET /tournaments') return { coming: known.coming, running: [], finished: [] };
    if (one.call === 'GET /tournaments/new-1') return COMING;
    return one.call.startsWith('P') ? known.publish(one) : undefined;
  });
  await render(
    <>
      <Routes>
        <Route path="/tournament/new" element={<FormPage />} />
        <Route path="/tournament/:tournamentId/edit" element={<FormPage />} />
        <Route path="/tournament/:tournamentId" element={<h2>赛场</h2>} />
      </Routes>
      <ToastHost />
    </>,
    { wrapper: ({ children }) => <Providers path={path}>{children}</Providers> },
  );
  return sent;
}

const nameField = page.getByRole('textbox', { name: '名称' });
const publish = page.getByRole('button', { name: '发布' });

function published(sent: readonly SentCall[]): NewTournament[] {
  return sent.filter(({ call }) => call === 'POST /tournaments').map(({ body }) => body as NewTournament);
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  session.login({ access_token: 'mine', user: ME });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  session.logout();
  tabStorage.removeItem(KEYS.newTournament);
});

describe('before the form', () => {
  test('too few rated games are shown with the own number', async () => {
    await show({ ratings: ratingsOf(userRatingOf(1_500, { games: 4 }), UNRATED) });
    await expect.element(page.getByText('你下过 4 局')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '去下排位' })).toBeVisible();
    await expect.element(nameField).not.toBeInTheDocument();
  });

  test('an open tournament is shown with the way to it', async () => {
    await show({ coming: [COMING] });
    await page.getByRole('link', { name: '去看“夜猫赛”' }).click();
    await expect.element(page.getByRole('heading', { name: '赛场' })).toBeVisible();
  });

  test('a guest is asked to register', async () => {
    session.login({ access_token: 'mine', user: { ...ME, isGuest: true } });
    await show();
    await page.getByRole('button', { name: '注册' }).click();
    expect(session.store.getState()).toMatchObject({ loginModalVisible: true, loginStep: 'register' });
    session.closeLogin();
  });
});

describe('the form', () => {
  test('says what is wrong when a field is left, and counts what is left', async () => {
    await show();
    await expect.element(publish).toBeDisabled();
    await expect.element(page.getByText('还有 1 处要填好：名称')).toBeVisible();
    await expect.element(page.getByText('请输入名称')).not.toBeInTheDocument();
    await nameField.click();
    await userEvent.tab();
    await expect.element(page.getByText('请输入名称')).toBeVisible();
    await nameField.fill('夜猫赛');
    await expect.element(page.getByText('3 / 16')).toBeVisible();
    await expect.element(page.getByText('填好了，可以发布')).toBeVisible();
    await expect.element(publish).toBeEnabled();
  });

  test('publishes a Swiss once, whatever is pressed twice, and leads to it', async () => {
    const sent = await show();
    await page.getByRole('radio', { name: /瑞士制/ }).click({ force: true });
    await nameField.fill('夜猫赛');
    await page.getByRole('button', { name: '多一轮' }).click();
    await publish.dblClick();
    await expect.element(page.getByRole('heading', { name: '赛场' })).toBeVisible();
    expect(published(sent)).toMatchObject([
      {
        kind: 'swiss',
        name: '夜猫赛',
        rounds: 6,
        rated: true,
        private: false,
        checkIn: true,
        breakSeconds: 60,
      },
    ]);
    expect(tabStorage.getItem(KEYS.newTournament)).toBeNull();
  });

  test('after a lost reply leads to the tournament that was created', async () => {
    const coming: object[] = [];
    const sent = await show({
      coming,
      publish: ({ body }) => {
        const { name, startsAt } = body as NewTournament;
        coming.push({ ...COMING, name, startsAt });
        throw new TypeError('Failed to fetch');
      },
    });
    await nameField.fill('夜猫赛');
    await publish.click();
    await expect.element(page.getByRole('heading', { name: '赛场' })).toBeVisible();
    expect(published(sent)).toHaveLength(1);
  });

  test('shows the refused text at its field until it changes', async () => {
    await show({ publish: () => refusal('IMPROPER_TEXT') });
    await nameField.fill('坏名字');
    await publish.click();
    await expect.element(nameField).toHaveAttribute('aria-invalid', 'true');
    await expect.element(publish).toBeDisabled();
    await nameField.fill('好名字');
    await expect.element(publish).toBeEnabled();
  });

  test('gives the link of a private tournament', async () => {
    const sent = await show({ publish: () => ({ tournament: { ...COMING, isPrivate: true } }) });
    await nameField.fill('夜猫赛');
    await page.getByRole('switch', { name: '私人赛' }).click();
    await expect.element(page.getByText('还有 1 处要填好：密码')).toBeVisible();
    const password = page.getByRole('textbox', { name: '密码' });
    await password.fill('猫猴');
    await userEvent.tab();
    await expect.element(page.getByText('密码要 4 到 12 个字，不含空格')).toBeVisible();
    await password.fill('猫猴2026');
    await publish.click();
    await expect
      .element(page.getByRole('textbox', { name: '比赛链接' }))
      .toHaveValue(`${window.location.origin}/tournament/new-1#${encodeURIComponent('猫猴2026')}`);
    expect(published(sent)).toMatchObject([{ private: true, password: '猫猴2026' }]);
  });

  test('keeps the draft over a reload', async () => {
    await show();
    await nameField.fill('夜猫赛');
    await page.getByRole('radio', { name: /瑞士制/ }).click({ force: true });
    await cleanup();
    await show();
    await expect.element(nameField).toHaveValue('夜猫赛');
    await expect.element(page.getByRole('radio', { name: /瑞士制/ })).toBeChecked();
  });
});

describe('the range of levels', () => {
  const lowest = page.getByRole('slider', { name: '最低棋力' });
  const highest = page.getByRole('slider', { name: '最高棋力' });

  test('has two knobs that never cross, by keyboard', async () => {
    await show();
    await expect.element(lowest).toBeVisible();
    (lowest.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(lowest).toHaveAttribute('aria-valuetext', '象');
    (highest.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expect.element(highest).toHaveAttribute('aria-valuetext', '象');
    (lowest.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(page.getByText('虎到象', { exact: true })).toBeVisible();
  });

  test('moves the nearer knob to the pressed animal', async () => {
    await show();
    await page.getByText('猫', { exact: true }).click();
    await page.getByText('狮', { exact: true }).click();
    await expect.element(lowest).toHaveAttribute('aria-valuetext', '猫');
    await expect.element(highest).toHaveAttribute('aria-valuetext', '狮');
  });
});

test('the creator changes a tournament, but not its kind', async () => {
  const sent = await show({}, '/tournament/new-1/edit');
  await expect.element(nameField).toHaveValue('夜猫赛');
  await expect.element(page.getByRole('radio', { name: /擂台/ })).toBeDisabled();
  await nameField.fill('新名字');
  await page.getByRole('button', { name: '保存' }).click();
  await expect.element(page.getByRole('heading', { name: '赛场' })).toBeVisible();
  const put = sent.find(({ call }) => call === 'PUT /tournaments/new-1');
  expect(put?.body).toMatchObject({ kind: 'swiss', name: '新名字', rounds: 5 });
});

test.each([
  [320, 568],
  [390, 844],
])('fits a phone of %i × %i, and its controls can be touched', async (width, height) => {
  await page.viewport(width, height);
  await show();
  await expect.element(nameField).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  const small = [...document.querySelectorAll('main button, main input, main select, main textarea')].filter(
    (control) => control.getBoundingClientRect().height < 44 && !control.closest('label'),
  );
  expect(small.map(({ outerHTML }) => outerHTML)).toEqual([]);
});
