import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import { enrollOperator, impose } from '../src/operators.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();
const [operator, other] = [
  await enrollOperator(world.site, '鹤先生'),
  await enrollOperator(world.site, '鹿先生'),
];

test('a report from a room leads to a mute; its person reads why, appeals and writes again', async () => {
  const [red, blue] = await world.pair('letters1', { red: DESKTOP, blue: PHONE });
  const { _id: userId } = await blue.storedUser();
  await blue.say('就这水平，回家喂猪去吧');
  await red.page.getByRole('button', { name: '更多操作：苍狼的发言' }).click();
  await red.page.getByRole('menuitem', { name: '举报这句话' }).click();
  await red.sendReport('辱骂他人');

  const id = await impose(operator, userId, {
    ...{ kind: 'mute', hours: 24, text: '你在对局里辱骂对手。聊天停用 1 天。' },
  });
  // Nothing covers the running game: a note, the field, and the line that is gone from both tables.
  await blue.sees('值守给你发了一封通知，换页时打开');
  await blue.page.getByRole('link', { name: '为什么' }).waitFor();
  await blue.shot('letter-muted-room');
  await red.page.getByText('就这水平，回家喂猪去吧').waitFor({ state: 'detached' });
  await blue.page.getByRole('button', { name: '展开聊天' }).tap();
  await blue.page.getByRole('button', { name: '请多指教' }).tap();
  await red.sees('请多指教');

  // The next visit opens the letter once; after it the page that was asked for.
  await blue.page.goto('/ladder');
  await blue.page.waitForURL(`**/letters/${id}`);
  await blue.sees('你在对局里辱骂对手。聊天停用 1 天。');
  await blue.sees('就这水平，回家喂猪去吧');
  await blue.shot('letter-mute');
  await blue.page.getByRole('button', { name: '申诉', exact: true }).tap();
  await blue.page.getByLabel('哪里不对').fill('他先骂的我');
  await blue.page.getByRole('button', { name: '提交申诉' }).tap();
  await blue.page.getByRole('button', { name: '已申诉，等回复' }).waitFor();
  await blue.page.reload();
  await blue.page.getByRole('button', { name: '已申诉，等回复' }).waitFor();
  const answer = { text: '看过整局了，算扯平。', reason: '双方都有', isGranted: true };
  await other.answerAppeal({ params: { sanctionId: id }, body: answer });
  await blue.page.getByRole('heading', { name: '申诉通过' }).waitFor();
  await blue.sees('看过整局了，算扯平。');
  await blue.shot('letter-granted');
  await blue.page.getByRole('button', { name: '知道了' }).tap();
  await blue.page.waitForURL('**/ladder');
  await blue.page.goto('/play/room/letters1');
  await blue.say('对不起');
  await red.sees('对不起');

  // The reporter hears the outcome, and finds it in the list.
  await red.page.goto('/letters');
  await red.sees('已处理，谢谢你');
  await red.shot('letters-reports');
  expect([...red.errors, ...blue.errors]).toEqual([]);
});

test('a closed account ends its sessions; the login shows why, and the appeal', async () => {
  const member = await world.player('停用的人', PHONE);
  const { _id: userId } = await member.storedUser();
  const id = await impose(operator, userId, {
    ...{ kind: 'close', hours: 30 * 24, text: '你用引擎下排位。账号停用 30 天。' },
  });
  await other.decideSanction({ params: { sanctionId: id }, body: { approve: true, reason: '证据充分' } });
  const login = member.page.getByRole('dialog', { name: '登录' });
  await login.getByText(/^这个账号已被停用到 .*。用密码登录，可以看原因和申诉。$/).waitFor();
  await member.shot('closed-login');
  await login.getByLabel('账号', { exact: true }).fill(member.username);
  await login.getByLabel('密码', { exact: true }).fill('correct horse');
  await login.getByRole('button', { name: '登录', exact: true }).tap();
  const dialog = member.page.getByRole('dialog', { name: '账号已停用' });
  await dialog.getByText('你用引擎下排位。账号停用 30 天。').waitFor();
  await member.shot('closed-letter');
  await dialog.getByRole('button', { name: '申诉', exact: true }).tap();
  await dialog.getByLabel('哪里不对').fill('我没有用');
  await dialog.getByRole('button', { name: '提交申诉' }).tap();
  await dialog.getByRole('button', { name: '已申诉，等回复' }).waitFor();
  expect(await member.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(member.errors).toEqual([]);
});
