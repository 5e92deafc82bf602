import type { SiteChange, SiteState, TournamentSeries } from '@doushouqi/protocol';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole, sessionOf } from '../../../test/console.tsx';
import type { SentCall } from '../../../test/server.ts';
import { siteOf } from '../../../test/site.ts';

const CUP: TournamentSeries = {
  ...{ id: 'cup', kind: 'swiss', name: '月杯', timeControl: { initial: 10, increment: 5 } },
  ...{ time: '18:00', days: [1, 15], rated: true, rounds: 7, checkIn: false },
};
const NIGHT: TournamentSeries = {
  ...{ id: 'night', kind: 'arena', name: '夜猫', timeControl: { initial: 5, increment: 3 } },
  ...{ time: '22:30', weekdays: [5, 6], rated: false, minutes: 45 },
};

function siteWith(series: TournamentSeries[] | null, file: TournamentSeries[] | null = []): SiteState {
  const site = siteOf();
  return {
    ...site,
    settings: { ...site.settings, series },
    files: { ...site.files, series: file },
  };
}
async function open(site: SiteState, session?: Parameters<typeof openConsole>[1]['session']) {
  const answer = ({ call }: SentCall): unknown =>
    call === 'GET /admin/site'
      ? site
      : call === 'PUT /admin/site'
        ? { version: site.version + 1, settings: site.settings }
        : undefined;
  const sent = await openConsole('/site', { answer, ...(session && { session }) });
  return () =>
    sent
      .filter(({ call }) => call === 'PUT /admin/site')
      .map(({ body }) => (body as { change: SiteChange }).change);
}
async function giveReason(act: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: act });
  await dialog.getByLabelText('理由（记进操作记录）').fill('周末活动');
  await dialog.getByRole('button', { name: act }).click();
}

test('lists series in words', async () => {
  await open(siteWith([CUP, NIGHT]));
  await expect.element(page.getByText('瑞士制 10+5，7 轮，计等级分')).toBeVisible();
  await expect.element(page.getByText('每月 1、15 日 18:00')).toBeVisible();
  await expect.element(page.getByText('周五、周六 22:30')).toBeVisible();
});

test('adds a series to those of the file', async () => {
  const changes = await open(siteWith(null, [CUP]));
  await page.getByLabelText('名称').fill('周末擂台');
  await page.getByLabelText('几点开始').fill('20:30');
  await page.getByLabelText('时长（分钟）').fill('10');
  await expect.element(page.getByText('时长 20–180 分钟')).toBeVisible();
  await page.getByLabelText('时长（分钟）').fill('90');
  await page.getByRole('checkbox', { name: '周六' }).click();
  await page.getByRole('button', { name: '添加系列赛' }).click();
  await giveReason('添加系列赛');
  await expect.poll(changes).toEqual([
    {
      series: [
        CUP,
        {
          ...{ id: expect.stringMatching(/^[a-z0-9-]{1,20}$/), kind: 'arena', name: '周末擂台' },
          ...{ timeControl: { initial: 5, increment: 3 }, time: '20:30', rated: true },
          ...{ weekdays: [6], minutes: 90 },
        },
      ],
    },
  ]);
});

test('changes a series, and what the form does not show stays', async () => {
  const changes = await open(siteWith([CUP, NIGHT]));
  const row = page.getByRole('row', { name: /夜猫/ });
  await row.getByRole('button', { name: '改', exact: true }).click();
  await expect.element(page.getByLabelText('名称')).toHaveValue('夜猫');
  await page.getByLabelText('形式').selectOptions('swiss');
  await page.getByLabelText('轮数').fill('5');
  await page.getByRole('button', { name: '保存系列赛' }).click();
  await giveReason('保存系列赛');
  const { minutes: _, ...rest } = NIGHT;
  await expect.poll(changes).toEqual([{ series: [CUP, { ...rest, kind: 'swiss', rounds: 5 }] }]);
});

test('removes a series after it says what follows', async () => {
  const changes = await open(siteWith([CUP, NIGHT]));
  await page.getByRole('button', { name: '撤掉' }).first().click();
  await expect.element(page.getByText('“月杯”没有人报名的场次一起撤掉，有人报名的照常开。')).toBeVisible();
  await giveReason('撤掉系列赛');
  await expect.poll(changes).toEqual([{ series: [NIGHT] }]);
});

test('is read alone by moderators, and says that the file cannot be read', async () => {
  await open(siteWith(null, null), sessionOf({ role: 'moderator' }));
  await expect.element(page.getByText('暂时读不到配置文件')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '添加系列赛' })).not.toBeInTheDocument();
});
