import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { expectToast } from '../../../test/toasts.ts';
import DownloadPage from './DownloadPage.tsx';

const MANIFEST = {
  version: '1.0.0',
  origins: [],
  files: (['windows', 'macos-arm64', 'macos-x64', 'linux'] as const).map((system, index) => ({
    system,
    name: `dsq-analysis-1.0.0-${system}.zip`,
    size: 40_000_000 + index,
    sha256: `${index}`.repeat(64),
  })),
};
const PING = { status: 'ok', version: '1.0.0', threads: 2, nodesPerSecond: 2_100_000 };

/** Mocks the server and the local service; a function that throws is a service that does not answer. */
function answer(manifest: () => Response, service: () => Response): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (url === '/downloads/manifest.json') return manifest();
    return url === 'http://localhost:5000/analyze' ? service() : real(url, init);
  });
}
function away(): Response {
  return Response.error();
}

async function show(): Promise<void> {
  await render(
    <Providers path="/download/ai">
      <DownloadPage />
    </Providers>,
  );
}

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

test("lists the user's system first, each with size and full checksum, and detects the service by itself", async () => {
  let isThere = false;
  answer(
    () => Response.json(MANIFEST),
    () => (isThere ? Response.json(PING) : Response.error()),
  );
  await show();
  await expect.poll(() => page.getByRole('heading', { level: 3 }).first().query()?.textContent).toBe('Linux');
  await expect.element(page.getByText('你的系统')).toBeVisible();
  const links = page.getByRole('link', { name: /MB$/ });
  await expect.poll(() => links.elements().length).toBe(4);
  expect(links.first().element().getAttribute('href')).toBe('/downloads/dsq-analysis-1.0.0-linux.zip');
  expect(document.querySelector('code[title]')?.getAttribute('title')).toBe('3'.repeat(64));
  await expect.element(page.getByText('没有找到本机引擎')).toBeVisible();
  isThere = true;
  await page.getByRole('button', { name: '再检测一次' }).click();
  await expect.element(page.getByText('本机引擎已就绪')).toBeVisible();
  await expect.element(page.getByText(/每秒 210\.0 万局面/)).toBeVisible();
  await page.getByRole('tab', { name: 'macOS' }).click();
  await expect.element(page.getByText(/com\.apple\.quarantine/)).toBeVisible();
});

test('without downloads the page shows how to start from the sources, and a link back', async () => {
  answer(() => new Response(null, { status: 404 }), away);
  await show();
  await expect.element(page.getByText('本站暂不提供下载')).toBeVisible();
  await expect.element(page.getByText(/^npm run analysis/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '回到分析' }).last()).toBeVisible();
});

test("without a download for the user's system the page states so, beside those of other systems", async () => {
  const files = MANIFEST.files.filter(({ system }) => system !== 'linux');
  answer(() => Response.json({ ...MANIFEST, files }), away);
  await show();
  await expect.element(page.getByText('本站暂不提供 Linux 的下载')).toBeVisible();
  await expect.element(page.getByText(/^npm run analysis/)).toBeVisible();
  await expect.poll(() => page.getByRole('link', { name: /MB$/ }).elements().length).toBe(3);
});

test('a list that failed to load can be loaded again', async () => {
  let isBroken = true;
  answer(() => (isBroken ? new Response(null, { status: 502 }) : Response.json(MANIFEST)), away);
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: '再试一次' }).click();
  await expect.poll(() => page.getByRole('link', { name: /MB$/ }).elements().length).toBe(4);
});

test('a phone copies the address', async () => {
  answer(() => Response.json(MANIFEST), away);
  await page.viewport(390, 844);
  await show();
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: '复制地址' }).click();
  await expectToast('地址已复制');
});
