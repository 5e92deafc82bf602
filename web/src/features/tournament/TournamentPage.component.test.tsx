import type { TournamentDetails, TournamentUpdate } from '@doushouqi/protocol';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { arenaDetails, arenaEntry, arenaRows } from '../../../test/arenas.ts';
import { Providers } from '../../../test/Providers.tsx';
import { ratingsOf, userRatingOf } from '../../../test/ratings.ts';
import { answerBy, refusal, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { marked } from '../../client/intention.ts';
import { realtime } from '../../client/realtime.ts';
import { session } from '../../client/session.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import TournamentPage from './TournamentPage.tsx';

const MINUTE = 60_000;

beforeEach(async () => {
  await page.viewport(1_440, 900);
  session.login({ access_token: 't', user: ME });
});
afterEach(() => {
  session.closeLogin();
  session.logout();
  vi.restoreAllMocks();
});

/** `answer` goes first. */
async function show(
  details: TournamentDetails,
  {
    answer,
    rows = arenaRows(20),
    state,
    hash = '',
  }: {
    answer?: (sent: SentCall) => unknown;
    rows?: ReturnType<typeof arenaRows>;
    state?: unknown;
    hash?: string;
  } = {},
) {
  let shown = details;
  const sent = answerBy(async (one) => {
    const own = await answer?.(one);
    if (own !== undefined) return own;
    if (one.call === 'GET /tournaments/a1') return shown;
    if (one.call === 'GET /tournaments/a1/standings') return { from: 0, total: rows.length, rows };
    if (one.call === 'GET /tournaments') return { coming: [], running: [], finished: [] };
    if (one.call === 'GET /lobby/tournaments/a1/messages') return [];
    if (one.call === 'GET /ratings')
      return { ratings: [{ userId: ME._id, ...ratingsOf(userRatingOf(1_900)) }] };
    return undefined;
  });
  await render(
    <Providers path={`/tournament/a1${hash}`} state={state ?? null}>
      <Routes>
        <Route path="/tournament/:tournamentId" element={<TournamentPage />} />
        <Route path="*" element={null} />
      </Routes>
    </Providers>,
  );
  const calls = () => sent.map(({ call }) => call).filter((call) => !call.startsWith('GET'));
  const bodies = () => sent.filter(({ call }) => !call.startsWith('GET')).map(({ body }) => body);
  return { calls, bodies, set: (next: TournamentDetails) => (shown = next) };
}

function table() {
  return page.getByRole('table', { name: '周六擂台的排名' });
}
function region() {
  return page.getByRole('region', { name: '周六擂台', exact: true });
}

test('shows the first rows, and after a gap those around the viewer', async () => {
  await show(arenaDetails({ own: arenaEntry() }));
  await expect.element(table().getByText('…')).toBeVisible();
  const names = table()
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent);
  expect(names.map((name) => /棋手\d+|山君/.exec(name)?.[0])).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 12].map((n) => `棋手${n}`),
    '山君',
    '棋手14',
  ]);
  await page.getByRole('button', { name: '全部 20 人' }).click();
  await expect.element(table().getByText('棋手20')).toBeVisible();
});

test.each([
  ['the leaders wait', { players: 6 }, '领先者正在等下一局'],
  ['only house bots wait', { players: 5 }, '机器人在等你参加'],
])('without a running game %s', async (_, { players }, text) => {
  await show(arenaDetails({ hasBots: true, players, tables: [] }));
  await expect.element(page.getByRole('region', { name: '头号棋桌' }).getByText(text)).toBeVisible();
});

test('says what the next win brings, pauses, and plays on', async () => {
  const paused = arenaEntry({ status: 'paused' });
  const { calls } = await show(arenaDetails({ own: arenaEntry() }), {
    answer: ({ call }) =>
      call === 'POST /tournaments/a1/pause'
        ? { own: paused }
        : call === 'POST /tournaments/a1/join'
          ? { own: arenaEntry() }
          : undefined,
  });
  await expect.element(region().getByText('正在配下一位对手')).toBeVisible();
  await expect
    .element(region().getByText('离第 12 名差 2 分；再赢一局就点火，下一局得 4 分。'))
    .toBeVisible();
  await page.getByRole('button', { name: '歇一局' }).click();
  await expect.element(region().getByText('你在休息')).toBeVisible();
  await page.getByRole('button', { name: '继续' }).click();
  await expect.element(region().getByText('正在配下一位对手')).toBeVisible();
  expect(calls()).toEqual(['POST /tournaments/a1/pause', 'POST /tournaments/a1/join']);
});

test('repeats a command whose reply is lost', async () => {
  let lost = 1;
  const { calls } = await show(arenaDetails(), {
    answer: ({ call }) => {
      if (call !== 'POST /tournaments/a1/join') return undefined;
      if (lost-- > 0) throw new TypeError('lost');
      return { own: arenaEntry({ rank: 20, points: 0 }) };
    },
  });
  await page.getByRole('button', { name: '参加' }).click();
  await expect.element(region().getByText('正在配下一位对手')).toBeVisible();
  expect(calls()).toHaveLength(2);
});

test('asks before leaving', async () => {
  const { calls } = await show(arenaDetails({ own: arenaEntry() }), {
    answer: ({ call }) =>
      call === 'POST /tournaments/a1/leave' ? { own: arenaEntry({ status: 'left' }) } : undefined,
  });
  await page.getByRole('button', { name: '退出' }).click();
  await expect.poll(() => confirmStore.getState().current?.title).toBe('退出这场擂台？');
  answerConfirm(false);
  await page.getByRole('button', { name: '退出' }).click();
  await expect.poll(() => confirmStore.getState().current).not.toBeNull();
  answerConfirm(true);
  await expect.element(page.getByRole('button', { name: '回来参加' })).toBeVisible();
  expect(calls()).toEqual(['POST /tournaments/a1/leave']);
});

test('leads to the table of a running game, also while paused', async () => {
  const opponent = { _id: 'b'.repeat(24), nickname: '苍狼', avatar: 'wolf.png' };
  const game = { gameId: 'G1', roomId: 'G1', color: 'blue', opponent, round: null, at: Date.now() } as const;
  await show(arenaDetails({ own: arenaEntry({ status: 'paused', game }) }));
  await expect.element(region().getByText('轮到你了：对苍狼')).toBeVisible();
  await expect.element(region().getByText(/^你执蓝，(30|2\d) 秒内入座。$/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '去我的棋桌' }))
    .toHaveAttribute('href', '/play/room/G1');
});

test('counts down to the start for an entered player, who may withdraw', async () => {
  const startsAt = Date.now() + 12 * MINUTE;
  await show(
    arenaDetails({
      phase: 'coming',
      startsAt,
      endsAt: startsAt + 90 * MINUTE,
      own: arenaEntry({ points: 0 }),
    }),
  );
  await expect.element(region().getByText(/^1[12]:\d\d 后开始，到点自动配对手。$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: '取消报名' })).toBeVisible();
});

test('names the range of levels that keeps the viewer out', async () => {
  await show(arenaDetails({ phase: 'coming', startsAt: Date.now() + MINUTE, levels: { min: 1, max: 9 } }));
  await expect.element(region().getByText('只限鼠一阶到狗三阶')).toBeVisible();
  await expect.element(region().getByRole('button', { name: '报名' })).toBeDisabled();
});

test('asks a visitor to log in and a guest to register, and joins after it', async () => {
  session.logout();
  const { calls } = await show(arenaDetails());
  await page.getByRole('button', { name: '参加' }).click();
  expect(session.store.getState()).toMatchObject({
    loginModalVisible: true,
    loginStep: 'login',
    redirectPath: '/tournament/a1',
    loginWish: { intention: { action: 'enter', of: 'a1' } },
  });
  session.login({ access_token: 't', user: { ...ME, isGuest: true } });
  await page.getByRole('button', { name: '参加' }).click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: true, loginStep: 'register' });
  expect(calls()).toEqual([]);
});

/** Shows a private arena, which is entered with a password. */
async function showPrivate(hash = '') {
  const page = await show(arenaDetails({ isPrivate: true }), {
    hash,
    answer: ({ call, body }) => {
      if (call !== 'POST /tournaments/a1/join') return undefined;
      const { password } = body as { password?: string };
      if (password !== '猫猴2026') return refusal('WRONG_TOURNAMENT_PASSWORD');
      page.set(arenaDetails({ isPrivate: true, password, own: arenaEntry() }));
      return { own: arenaEntry() };
    },
  });
  return page;
}

test('asks for the password of a private tournament until it is right', async () => {
  const { bodies } = await showPrivate();
  await page.getByRole('button', { name: '参加' }).click();
  const dialog = page.getByRole('dialog', { name: '这是私人赛' });
  const field = dialog.getByRole('textbox', { name: '密码' });
  await expect.element(field).toBeVisible();
  await expect.element(dialog.getByText('密码不对')).not.toBeInTheDocument();
  await field.fill('猫猴');
  await dialog.getByRole('button', { name: '报名' }).click();
  await expect.element(dialog.getByText('密码不对')).toBeVisible();
  await field.fill('猫猴2026');
  await expect.element(dialog.getByText('密码不对')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: '报名' }).click();
  await expect.element(region().getByText('正在配下一位对手')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies()).toEqual([{}, { password: '猫猴' }, { password: '猫猴2026' }]);
  // Players may invite.
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: '复制链接' }).click();
      return copied.mock.lastCall?.[0];
    })
    .toMatch(/\/tournament\/a1#%E7%8C%AB%E7%8C%B42026$/);
});

test('an invitation has the password, also through a login', async () => {
  const hash = `#${encodeURIComponent('猫猴2026')}`;
  session.logout();
  const { bodies } = await showPrivate(hash);
  await page.getByRole('button', { name: '参加' }).click();
  expect(session.store.getState().redirectPath).toBe(`/tournament/a1${hash}`);
  session.closeLogin();
  session.login({ access_token: 't', user: ME });
  await page.getByRole('button', { name: '参加' }).click();
  await expect.element(region().getByText('正在配下一位对手')).toBeVisible();
  expect(bodies()).toEqual([{ password: '猫猴2026' }]);
});

test('an invitation from before the password changed shows what was refused', async () => {
  await showPrivate('#tiger2025');
  await page.getByRole('button', { name: '参加' }).click();
  const dialog = page.getByRole('dialog', { name: '这是私人赛' });
  await expect.element(dialog.getByRole('textbox', { name: '密码' })).toHaveValue('tiger2025');
  await expect.element(dialog.getByText('密码不对')).toBeVisible();
  await dialog.getByRole('textbox', { name: '密码' }).fill('tiger2026');
  await expect.element(dialog.getByText('密码不对')).not.toBeInTheDocument();
});

test('joins once if the login for it led here', async () => {
  const { calls } = await show(arenaDetails(), {
    state: marked({ action: 'enter', of: 'a1' }),
    answer: ({ call }) => (call === 'POST /tournaments/a1/join' ? { own: arenaEntry() } : undefined),
  });
  await expect.element(region().getByText('正在配下一位对手')).toBeVisible();
  expect(calls()).toEqual(['POST /tournaments/a1/join']);
});

test('takes updates of the channel, but no older one, and only of this tournament', async () => {
  const listeners = new Set<(update: TournamentUpdate) => void>();
  vi.spyOn(realtime, 'onPersonal').mockImplementation((event, listener) => {
    if (event === 'tournamentUpdate') listeners.add(listener as never);
    return () => void listeners.delete(listener as never);
  });
  await show(arenaDetails());
  await expect.element(table().getByText('棋手1', { exact: true })).toBeVisible();
  const [first, second] = arenaRows(2, 0);
  const update = (changes: Partial<TournamentUpdate>): void => {
    const usual = { id: 'a1', phase: 'running', round: 0, players: 47, games: 21, nextAt: null } as const;
    const top = [
      { ...second!, rank: 1, points: 99 },
      { ...first!, rank: 2 },
    ];
    for (const listener of listeners) listener({ ...usual, v: 7, top, ...changes });
  };
  update({});
  await expect.element(table().getByText('99', { exact: true })).toBeVisible();
  await expect.element(table().getByText('棋手 · 47 人，21 局在下')).toBeVisible();
  update({ v: 6, players: 46 });
  update({ id: 'a2', v: 9, players: 3 });
  await expect.element(table().getByText('棋手 · 47 人，21 局在下')).toBeVisible();
});

test('shows podium, games and downloads after the end', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const all = arenaRows(3, 0);
  await show(arenaDetails({ phase: 'finished', endsAt: Date.now() - MINUTE, games: 0, players: 3 }), {
    rows: all,
    answer: ({ call, query }) => {
      if (call === 'GET /tournaments/a1/standings' && query.rows === '500') {
        const from = Number(query.from);
        return { from, total: 3, rows: all.slice(from, from + 2) };
      }
      if (call === 'GET /tournaments/a1/games/text')
        return query.after === undefined ? { text: '一', next: 7 } : { text: '二', next: null };
      return undefined;
    },
  });
  await expect.element(page.getByRole('list', { name: '前三名' }).getByText('36 分')).toBeVisible();
  await page.getByRole('button', { name: '成绩表' }).click();
  await expect.poll(() => blobs.length).toBe(1);
  expect((await blobs[0]!.text()).split('\r\n')).toHaveLength(5);
  await page.getByRole('button', { name: '全部棋谱' }).click();
  await expect.poll(() => blobs.length).toBe(2);
  expect(await blobs[1]!.text()).toBe('一\n\n二');
});

test('says that there is no such tournament, and keeps one that cannot be refreshed', async () => {
  await show(arenaDetails(), {
    answer: ({ call }) => (call === 'GET /tournaments/a1' ? refusal('TOURNAMENT_NOT_FOUND') : undefined),
  });
  await expect.element(page.getByRole('heading', { name: '没有这场比赛' })).toBeVisible();
});

test('offers a retry if the tournament cannot be loaded', async () => {
  let away = true;
  await show(arenaDetails(), {
    answer: ({ call }) => (call === 'GET /tournaments/a1' && away ? refusal('UNAVAILABLE') : undefined),
  });
  await expect.element(page.getByRole('heading', { name: '比赛暂时加载不出来' })).toBeVisible();
  away = false;
  await page.getByRole('button', { name: '现在重试' }).click();
  await expect.element(table()).toBeVisible();
});
