import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '@doushouqi/scripts';
import puppeteer from 'puppeteer-core';
import { Builder, By, Capabilities } from 'selenium-webdriver';

/** A window of a browser with another engine than Chromium. XPath finds elements in both drivers. */
export interface EngineWindow {
  goto(url: string): Promise<void>;
  /** Presses the element, once it is there. */
  press(xpath: string): Promise<void>;
  /** Resolves when the expression holds in the page. */
  until(expression: string): Promise<void>;
  /** Returns the value of an expression in the page. */
  read(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;
const SIZE = { width: 1200, height: 860 } as const;

/** Opens Debian's Firefox by WebDriver BiDi. */
export async function openFirefox(): Promise<EngineWindow> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: SIZE,
    extraPrefsFirefox: { 'intl.accept_languages': 'zh-CN' },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    async goto(url) {
      await page.goto(url);
    },
    press: (xpath) => page.locator(`::-p-xpath(${xpath})`).click(),
    async until(expression) {
      await page.waitForFunction(expression);
    },
    read: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** Ends a process and waits for it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

/** Returns the value once `look` gives one; errors count as none until then. */
async function patiently<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  let failure: unknown;
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(LOOK_EVERY_MS)) {
    const found = await look().catch((error: unknown) => {
      failure = error;
      return null;
    });
    if (found !== null) return found;
  }
  throw new Error(`not in time: ${what}`, { cause: failure });
}

/** Opens WebKit's browser by WebDriver on a screen of its own. */
export async function openWebKit(): Promise<EngineWindow> {
  const [port = 0] = await freePorts(1);
  const display = `:${port}`;
  const home = await mkdtemp(join(tmpdir(), 'doushouqi-webkit-'));
  const screen = spawn('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      HOME: home,
      LANG: 'zh_CN.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Tests run as root in a container, where its sandbox cannot start.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const binary = `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const browser = await patiently('a session of WebKit', async () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build(),
  );
  await browser
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...SIZE });
  const read = (expression: string): Promise<unknown> => browser.executeScript(`return (${expression})`);
  return {
    goto: (url) => browser.get(url),
    async press(xpath) {
      await patiently(xpath, async () => {
        await browser.findElement(By.xpath(xpath)).click();
        return true;
      });
    },
    async until(expression) {
      await patiently(expression, async () => ((await read(expression)) ? true : null));
    },
    read,
    async close() {
      await browser.quit().catch(() => undefined);
      await end(driver);
      await end(screen);
      await rm(home, { recursive: true, force: true });
    },
  };
}
