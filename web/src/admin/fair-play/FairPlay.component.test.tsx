import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { flaggedOf, LEOPARD, NOT_CHECKED, openConsole, personRecord } from '../../../test/console.tsx';
import { refusal, type SentCall } from '../../../test/server.ts';
import { expectToast } from '../../../test/toasts.ts';
import type { FairPlay } from '../core/queries.ts';

const PATH = `/admin/people/${LEOPARD._id}`;

/** Opens the page of a person with what the check found. */
function openPerson(found: FairPlay, answer?: (sent: SentCall) => unknown) {
  return openConsole(`/people/${LEOPARD._id}`, {
    answer(sent) {
      if (sent.call === `GET ${PATH}`) return personRecord();
      if (sent.call === `GET ${PATH}/fair-play`) return found;
      return answer?.(sent);
    },
  });
}

test('lists the flagged persons with why, and leads to the page of one', async () => {
  const { flags } = flaggedOf();
  const people = [
    { person: LEOPARD, score: 96, at: Date.now(), flags: flags.slice(0, 1), sanction: 'close' },
  ];
  await openConsole('/fair-play', {
    answer: ({ call }) => (call === 'GET /admin/fair-play' ? { people, open: 1 } : undefined),
  });
  const row = page.getByRole('row', { name: /96 花豹88 与引擎吻合/ });
  await expect.element(row.getByText(/91% 是引擎首选/)).toBeVisible();
  await expect.element(row.getByText('封号待复核')).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: '花豹88' }))
    .toHaveAttribute('href', `/people/${LEOPARD._id}`);
});

test('has no flagged persons', async () => {
  await openConsole('/fair-play', {
    answer: ({ call }) => (call === 'GET /admin/fair-play' ? { people: [], open: 0 } : undefined),
  });
  await expect.element(page.getByText('没有存疑的人')).toBeVisible();
});

test('shows why a person is flagged, beside others of the same strength, with the games by suspicion', async () => {
  await openPerson(flaggedOf());
  await expect.element(page.getByText('近 8 局排位，对照同级 1240 人')).toBeVisible();
  await expect.element(page.getByText('可疑度 96')).toBeVisible();
  await expect.element(page.getByRole('img', { name: '他 91%，同级 56%' })).toBeVisible();
  await expect.element(page.getByText('高出 4.1 个标准差')).toBeVisible();
  await expect.element(page.getByText('同级 5.8 秒')).toBeVisible();
  await expect.element(page.getByRole('row', { name: '残局 151 90% 53% 6' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /更早 38 局/ })).toBeVisible();
  await expect.element(page.getByText(/小满排除于 .+：手机一直这样/)).toBeVisible();
  const games = () =>
    page
      .getByRole('row', { name: /看$/ })
      .elements()
      .map((row) => row.textContent);
  expect(games().at(-1)).toContain('52%');
  await page.getByRole('button', { name: '时间' }).click();
  expect(games()[2]).toContain('52%');
});

test('compares with the calibration while few are checked', async () => {
  await openPerson(flaggedOf({ peers: null }));
  await expect.element(page.getByText('近 8 局排位，同级人数还不够，对照模拟值')).toBeVisible();
  await expect.element(page.getByText('同级不详').first()).toBeVisible();
});

test('dismisses a flag with a reason', async () => {
  const sent = await openPerson(flaggedOf(), ({ call }) =>
    call.endsWith('/dismiss') ? { success: true } : undefined,
  );
  await page.getByRole('button', { name: '排除', exact: true }).click();
  await expect.element(page.getByRole('button', { name: '排除，等有新证据再提' })).toBeDisabled();
  await page.getByLabelText('为什么排除（记进操作记录）').fill('样本太少');
  await page.getByRole('button', { name: '排除，等有新证据再提' }).click();
  await expectToast('已排除：与引擎吻合');
  expect(sent.find(({ call }) => call === `POST ${PATH}/flags/engine/dismiss`)?.body).toEqual({
    reason: '样本太少',
  });
});

test('asks for a check, which waits', async () => {
  const sent = await openPerson(NOT_CHECKED, ({ call }) =>
    call.endsWith('/check') ? { success: true } : undefined,
  );
  await expect.element(page.getByText('还没有结果：没查过，或排位太少')).toBeVisible();
  await page.getByRole('button', { name: '查排位' }).click();
  await expectToast('已排队，查完会显示在这里');
  expect(sent.map(({ call }) => call)).toContain(`POST ${PATH}/check`);
});

test.each([
  ['waiting', '排队中'],
  ['running', '正在查'],
] as const)('a check that is %s is not asked for again', async (check, text) => {
  await openPerson({ ...NOT_CHECKED, check });
  await expect.element(page.getByRole('button', { name: text })).toBeDisabled();
});

test('states that the figures could not be loaded, and loads them again', async () => {
  let isAway = true;
  await openConsole(`/people/${LEOPARD._id}`, {
    answer({ call }) {
      if (call === `GET ${PATH}`) return personRecord();
      if (call !== `GET ${PATH}/fair-play`) return undefined;
      return isAway ? refusal('UNAVAILABLE') : NOT_CHECKED;
    },
  });
  await expect.element(page.getByText('没能载入')).toBeVisible();
  // The rest of the page is there.
  await expect.element(page.getByRole('heading', { name: '花豹88' })).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('还没有结果：没查过，或排位太少')).toBeVisible();
});
