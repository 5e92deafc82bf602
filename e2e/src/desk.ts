import type { Locator, Page } from 'playwright';
import { PASSWORD } from './members.ts';
import { codeOf, type Invited } from './operators.ts';

/** An operator at a window of the console. */
export class Desk {
  readonly page: Page;
  #username = '';
  #secret = '';

  constructor(page: Page) {
    this.page = page;
  }

  /** Sets up the second factor with an invitation, and logs in. */
  async enter({ username, invitation }: Invited): Promise<void> {
    const { page } = this;
    this.#username = username;
    await page.goto('/admin');
    await page.getByRole('button', { name: '第一次登录' }).click();
    await page.getByLabel('账号').fill(username);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByLabel('邀请', { exact: true }).fill(invitation);
    await page.getByRole('button', { name: '下一步' }).click();
    this.#secret = ((await page.locator('output').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('验证码').fill(codeOf(this.#secret));
    await page.getByRole('button', { name: '确认' }).click();
    await this.#logIn();
  }

  async #logIn(): Promise<void> {
    const { page } = this;
    await page.getByRole('heading', { name: '登录后台' }).waitFor();
    await page.getByLabel('账号').fill(this.#username);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByLabel('验证码').fill(codeOf(this.#secret, 'next'));
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await this.menu('举报').waitFor();
  }

  /** An entry of the menu. */
  menu(name: string): Locator {
    return this.page.getByRole('navigation', { name: '后台' }).getByRole('link', { name, exact: false });
  }

  /** Moves along the queue with the keyboard up to a person. */
  async moveTo(userId: string): Promise<void> {
    const rows = this.page.getByRole('list', { name: '举报的队列' }).getByRole('link');
    const current = this.page.locator('[aria-label="举报的队列"] [aria-current]');
    await current.waitFor();
    for (let left = await rows.count(); left > 0; left -= 1) {
      if ((await current.getAttribute('href'))?.includes(userId)) return;
      const before = await current.getAttribute('href');
      await this.page.keyboard.press('j');
      await this.page.waitForFunction(
        (href) =>
          document.querySelector('[aria-label="举报的队列"] [aria-current]')?.getAttribute('href') !== href,
        before,
      );
    }
    throw new Error(`the queue has no case of ${userId}`);
  }

  /** Waits for the message of an action. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Approves or answers: gives the reason, then presses the red button. */
  async conclude(reason: string, button: string): Promise<void> {
    await this.page.getByLabel('理由（记进操作记录）').fill(reason);
    await this.page.getByRole('button', { name: button }).click();
  }
}
