import type { SiteChange, SiteState } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole, sessionOf } from '../../../test/console.tsx';
import { refusal, type SentCall } from '../../../test/server.ts';
import { siteOf } from '../../../test/site.ts';
import { expectToast } from '../../../test/toasts.ts';

function answers(site: SiteState, change?: unknown) {
  return ({ call }: SentCall): unknown =>
    call === 'GET /admin/site'
      ? site
      : call === 'PUT /admin/site'
        ? (change ?? { version: site.version + 1, settings: site.settings })
        : undefined;
}
interface Sent {
  id: string;
  version: number;
  change: SiteChange;
  reason: string;
}
function changesIn(sent: readonly SentCall[]): Sent[] {
  return sent.filter(({ call }) => call === 'PUT /admin/site').map(({ body }) => body as Sent);
}
async function giveReason(reason: string, act: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: act });
  await dialog.getByLabelText('理由（记进操作记录）').fill(reason);
  await dialog.getByRole('button', { name: act }).click();
}

describe('a switch', () => {
  test('asks for the reason and names the action', async () => {
    const sent = await openConsole('/site', { answer: answers(siteOf()) });
    await page.getByRole('switch', { name: '大厅聊天' }).click();
    const dialog = page.getByRole('dialog', { name: '关闭“大厅聊天”' });
    await expect.element(dialog.getByRole('button', { name: '关闭“大厅聊天”' })).toBeDisabled();
    await giveReason('有人刷屏', '关闭“大厅聊天”');
    await expectToast('已保存，几秒内各处生效');
    expect(changesIn(sent)).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), version: 3, reason: '有人刷屏' },
        change: { features: { lobbyChat: false } },
      },
    ]);
  });

  test('does nothing when it is cancelled', async () => {
    const sent = await openConsole('/site', { answer: answers(siteOf()) });
    await page.getByRole('switch', { name: '只看不下（维护）' }).click();
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await expect.element(page.getByRole('switch', { name: '只看不下（维护）' })).not.toBeChecked();
    expect(changesIn(sent)).toEqual([]);
  });

  test('says that another operator was faster, and loads again', async () => {
    const sent = await openConsole('/site', { answer: answers(siteOf(), refusal('SITE_CHANGED')) });
    await page.getByRole('switch', { name: '机器人上场' }).click();
    await giveReason('维护', '关闭“机器人上场”');
    await expectToast('设置刚被别人改过，请看看最新的再改');
    await expect.poll(() => sent.filter(({ call }) => call === 'GET /admin/site').length).toBeGreaterThan(1);
    // A second press is the same order.
    await page.getByRole('dialog').getByRole('button', { name: '关闭“机器人上场”' }).click();
    await expect.poll(() => changesIn(sent).length).toBe(2);
    expect(new Set(changesIn(sent).map(({ id }) => id)).size).toBe(1);
  });

  test('shows which settings the file decides', async () => {
    const { settings, ...rest } = siteOf();
    const site = { ...rest, settings: { ...settings, guests: null } };
    await openConsole('/site', { answer: answers({ ...site, files: { ...site.files, guests: false } }) });
    await expect.element(page.getByRole('switch', { name: '游客可以下棋 按配置文件' })).not.toBeChecked();
  });
});

describe('an announcement', () => {
  test('is published with its times, and shows as it will look', async () => {
    const sent = await openConsole('/site', { answer: answers(siteOf()) });
    await page.getByLabelText('公告内容').fill('今晚八点\n擂台');
    await expect.element(page.getByText('今晚八点 擂台').last()).toBeVisible();
    await page.getByLabelText(/^到/).fill('2020-01-01T20:00');
    await expect.element(page.getByText('要先开始、后结束')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '发布公告' })).toBeDisabled();
    await page.getByLabelText(/^到/).fill('2099-01-01T20:00');
    await page.getByRole('button', { name: '发布公告' }).click();
    await giveReason('周末活动', '发布公告');
    await expectToast('已保存，几秒内各处生效');
    const { announcements } = siteOf().settings;
    expect(changesIn(sent)[0]!.change).toEqual({
      announcements: [
        ...announcements,
        {
          ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), zh: '今晚八点 擂台', from: expect.any(Number) },
          until: new Date(2099, 0, 1, 20).getTime(),
        },
      ],
    });
    await expect.element(page.getByLabelText('公告内容')).toHaveValue('');
  });

  test('is withdrawn or changed from the list', async () => {
    const sent = await openConsole('/site', { answer: answers(siteOf()) });
    const row = page.getByRole('row', { name: /周末擂台/ });
    await expect.element(row.getByText('正在放')).toBeVisible();
    await row.getByRole('button', { name: '改' }).click();
    await expect.element(page.getByLabelText('公告内容')).toHaveValue('周末擂台本周六 20:00 开赛');
    await page.getByLabelText('公告内容').fill('周末擂台改到周日');
    await page.getByRole('button', { name: '保存公告' }).click();
    await giveReason('改期', '保存公告');
    await expectToast('已保存，几秒内各处生效');
    await row.getByRole('button', { name: '撤下' }).click();
    await giveReason('取消了', '撤下公告');
    await expect.poll(() => changesIn(sent).length).toBe(2);
    const [changed, withdrawn] = changesIn(sent).map(({ change }) => change.announcements);
    const [first, second] = siteOf().settings.announcements;
    expect(changed).toEqual([second, { ...first, zh: '周末擂台改到周日', from: expect.any(Number) }]);
    expect(withdrawn).toEqual([second]);
  });
});

test('plans a maintenance and cancels it', async () => {
  const sent = await openConsole('/site', { answer: answers(siteOf()) });
  await expect.element(page.getByText('没有安排维护')).toBeVisible();
  await page.getByLabelText('写给大家看的').fill('升级，棋不会丢');
  await page.getByLabelText('开始时间').fill('2099-01-01T05:00');
  await page.getByRole('button', { name: '发布维护通知' }).click();
  await giveReason('升级数据库', '发布维护通知');
  await expectToast('已保存，几秒内各处生效');
  const startsAt = new Date(2099, 0, 1, 5).getTime();
  expect(changesIn(sent)[0]!.change).toEqual({
    maintenance: { startsAt, minutes: 20, text: '升级，棋不会丢', readOnly: true },
  });
});

test('a moderator sees all and changes nothing', async () => {
  await openConsole('/site', { session: sessionOf({ role: 'moderator' }), answer: answers(siteOf()) });
  await expect.element(page.getByText('管理员才能改，值守只能看')).toBeVisible();
  await expect.element(page.getByRole('switch', { name: '排位' })).toBeDisabled();
  for (const name of ['发布公告', '撤下', '改群号', '发布维护通知'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
});

test('shows figures that are missing as such, and which parts are slow', async () => {
  const site = siteOf();
  await openConsole('/site', {
    answer: answers({ ...site, figures: { ...site.figures, running: null } }),
  });
  await expect.element(page.getByText('1 处偏慢')).toBeVisible();
  await expect.element(page.getByText('慢，积压 38')).toBeVisible();
  await expect.element(page.getByText('—')).toBeVisible();
});
