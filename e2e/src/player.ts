import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ApiClient,
  createApiClient,
  type GameRecord,
  HANDSHAKE_ROOM,
  type RoomSnapshot,
  type User,
} from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import { type Game, type Move, type Point, parseRecord, positionOf, SIDES, turn } from '@doushouqi/rules';
import type { Locator, Page } from 'playwright';
import { Finger } from './finger.ts';
import { newUsername, PASSWORD } from './members.ts';

const CHAT_PLACEHOLDER = '说点什么…';
/** Folder for the stories' pictures; without it none are taken. */
const SCREENSHOTS = process.env.SCREENSHOTS;

/** Runs in the page before its scripts: handshakes contain another room than the page's, a new one at each load. */
function nameAnotherRoom(parameter: string): void {
  const room = crypto.randomUUID();
  const elsewhere = (address: string | URL): string => {
    const url = new URL(address, location.href);
    url.searchParams.set(parameter, room);
    return url.href;
  };
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, address: string | URL) {
    open.call(this, method, elsewhere(address), true);
  };
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL) {
      super(elsewhere(address));
    }
  };
}

/** Runs in the page before its scripts: reports violations of its policy, also those whose error a script catches. */
function reportViolations(): void {
  const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
  document.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
    reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
  });
}

/** A user at a browser window, with the user's actions. */
export class Player {
  readonly page: Page;
  readonly username: string;
  /** Uncaught errors of the page; any of them fails the story. */
  readonly errors: string[] = [];
  /** CSP violations of the page; any of them fails the world's stop. */
  readonly violations: string[] = [];
  /** Realtime nodes of this window's sessions since the page load, in order. */
  readonly nodes: string[] = [];
  /** Number of websockets that the window opened since the page load. */
  websockets = 0;

  constructor(page: Page, username = newUsername()) {
    this.page = page;
    this.username = username;
    page.on('pageerror', (error) => this.errors.push(error.message));
    // Before the first navigation: the browser gets the calls of a page in order.
    void page.exposeBinding('reportViolation', (_, violation: string) => this.violations.push(violation));
    void page.addInitScript(reportViolations);
    page.on('domcontentloaded', () => {
      this.nodes.length = 0;
      this.websockets = 0;
    });
    page.on('request', (request) => this.#noteSession(new URL(request.url()).searchParams.get('sid')));
    page.on('websocket', (socket) => {
      this.websockets += 1;
      this.#noteSession(new URL(socket.url()).searchParams.get('sid'));
      // A websocket without a previous poll receives its session in the first frame.
      socket.once('framereceived', ({ payload }) =>
        this.#noteSession(/^0.*"sid":"([^"]+)"/.exec(String(payload))?.[1]),
      );
    });
  }

  #noteSession(sid: string | null | undefined): void {
    const node = sid?.split('.')[0];
    if (node !== undefined && this.nodes.at(-1) !== node) this.nodes.push(node);
  }

  async register(nickname: string): Promise<void> {
    await this.page.goto('/register');
    await this.fillRegistration(nickname);
    await this.page.waitForURL('**/');
  }

  /** Registers on the open page, whatever page follows. `whileShown` runs while the recovery codes are shown. */
  async fillRegistration(nickname: string, whileShown?: () => Promise<void>): Promise<void> {
    await this.page.getByLabel('账号', { exact: true }).fill(this.username);
    await this.page.getByLabel('昵称', { exact: true }).fill(nickname);
    await this.page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await this.page.getByLabel('确认密码', { exact: true }).fill(PASSWORD);
    await this.page.getByRole('button', { name: '注册并进山' }).click();
    const done = this.page.getByRole('button', { name: '存好了' });
    await done.waitFor();
    await whileShown?.();
    await done.click();
  }

  /** Sets a new password by a recovery code on the open page. */
  async recover(username: string, code: string): Promise<void> {
    // The login dialog may still fade out.
    const page = this.page.getByRole('main');
    await page.getByLabel('账号', { exact: true }).fill(username);
    await page.getByLabel('恢复码', { exact: true }).fill(code);
    await page.getByLabel('新密码', { exact: true }).fill(PASSWORD);
    await page.getByLabel('确认密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '设新密码并登录' }).click();
  }

  /** Asks for the deletion of the account, which logs the user out. */
  async askForDeletion(): Promise<void> {
    await this.page.goto('/settings');
    await this.page.getByRole('button', { name: '注销', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: '注销账号' });
    await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: '注销账号' }).click();
    await this.page.waitForURL((url) => url.pathname === '/');
  }

  /** Plays as a guest through the open dialog, which continues what was pressed. */
  async playAsGuest(): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: '坐下就能下' });
    await dialog.getByRole('button', { name: '先以游客身份玩' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Logs in through the open dialog; from the offer to play as a guest it goes on to the login. */
  async logIn(username: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: '登录' });
    const offer = this.page.getByRole('dialog', { name: '坐下就能下' });
    await dialog.or(offer).first().waitFor();
    if (await offer.isVisible()) await offer.getByRole('button', { name: '登录' }).click();
    await dialog.getByLabel('账号', { exact: true }).fill(username);
    await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: '登录', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Searches for an opponent on the home page, in the pool selected there. */
  async findOpponent(): Promise<void> {
    await this.page.getByRole('button', { name: /^找对手/ }).click();
  }

  /**
   * Resolves when the dialog about a found opponent has shown `nickname`. The dialog closes by itself, so an observer
   * in the page looks for it: a busy machine could let a poll miss it. Call it before the opponent is found.
   */
  async foundOpponent(nickname = ''): Promise<void> {
    await this.page.evaluate(waitForDialog, ['对手已找到', nickname]);
  }

  /** Waits until the window shows the room of a found game; resolves to its number. */
  async seated(): Promise<string> {
    await this.page.waitForURL(/\/play\/room\/[^/]+$/);
    await this.waitStatus('playing');
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  /** Goes to the room entry from any page, and enters the room by its number; creates it if it does not exist. */
  async enterRoom(roomId: string): Promise<void> {
    await this.page.goto('/play/room');
    await this.page.getByLabel('房间号').fill(roomId);
    await this.page.getByRole('button', { name: '进入房间' }).click();
    const create = this.page.getByRole('alertdialog').getByRole('button', { name: '新开一间' });
    await create.or(this.board).first().waitFor();
    if (await create.isVisible()) await create.click();
    await this.page.waitForURL(`**/play/room/${roomId}`);
    await this.board.waitFor();
  }

  /**
   * Moves this window's connection to another node than `other`'s: reloads with another room in the handshake until
   * the gateway chooses another node.
   */
  async useAnotherNode(other: Player): Promise<void> {
    await this.page.addInitScript(nameAnotherRoom, HANDSHAKE_ROOM);
    await other.page.reload();
    await other.#connected();
    for (let attempt = 0; ; attempt++) {
      if (attempt === 20) throw new Error('every connection goes to the same node');
      await this.page.reload();
      await this.#connected();
      if (this.nodes.at(-1) !== other.nodes.at(-1)) return;
    }
  }

  /** Waits for the room's connection. */
  async #connected(): Promise<void> {
    await this.page.locator('[data-connection="up"]').waitFor({ state: 'attached' });
  }

  get board(): Locator {
    return this.page.getByTestId('board');
  }

  cell({ x, y }: Point): Locator {
    return this.board.locator(`[data-cell="${x},${y}"]`);
  }

  /** Waits until the board shows the position after `ply` plies. */
  async waitPly(ply: number, timeout = 30_000): Promise<void> {
    await this.page.locator(`[data-testid="board"][data-ply="${ply}"]`).waitFor({ timeout });
  }

  /** Waits until the room is `waiting`, `playing` or has the given end status. */
  async waitStatus(
    status: 'waiting' | 'playing' | 'aborted' | 'draw' | 'red_win' | 'blue_win',
    timeout = 30_000,
  ): Promise<void> {
    await this.page.locator(`main[data-status="${status}"]`).waitFor({ timeout });
  }

  async clickMove({ from, to }: Move): Promise<void> {
    await this.cell(from).click();
    await this.cell(to).click();
  }

  async dragMove({ from, to }: Move): Promise<void> {
    const centre = async (point: Point) => {
      const box = await this.cell(point).boundingBox();
      if (!box) throw new Error('the cell is not on the screen');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [start, end] = [await centre(from), await centre(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async tapMove(move: Move): Promise<void> {
    await (await Finger.over(this.page)).tapMove(move);
  }

  /** Makes a move by a swipe from the piece to its target. */
  async swipeMove(move: Move): Promise<void> {
    await (await Finger.over(this.page)).swipeMove(move);
  }

  /** Spreads two fingers over the piece of a move. */
  async pinch(move: Move): Promise<void> {
    await (await Finger.over(this.page)).pinch(move);
  }

  /** Makes a move with the keyboard, from the focused cell. `flipped`: this player's board is rotated. */
  async keyMove({ from, to }: Move, flipped: boolean): Promise<void> {
    await this.#keyTo(from, flipped);
    await this.page.keyboard.press('Enter');
    await this.#keyTo(to, flipped);
    await this.page.keyboard.press('Enter');
  }

  async #keyTo(target: Point, flipped: boolean): Promise<void> {
    const focused = await this.page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
    const [x = 0, y = 0] = (focused ?? '').split(',').map(Number);
    if (!focused) throw new Error('no cell has the focus');
    const turn = flipped ? -1 : 1;
    const press = async (key: string, times: number) => {
      for (let i = 0; i < times; i++) await this.page.keyboard.press(key);
    };
    const right = (target.x - x) * turn;
    const down = (target.y - y) * turn;
    await press(right > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(right));
    await press(down > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(down));
  }

  /** Moves the focus to an element with the Tab key. */
  async tabTo(target: Locator): Promise<void> {
    for (let i = 0; i < 80; i++) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error('no tab leads to the element');
  }

  async tabToBoard(): Promise<void> {
    await this.tabTo(this.board.locator('[data-cell][tabindex="0"]'));
  }

  /** Presses the button of an action beside the board. */
  async act(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Returns the opponent's question after it accepts an answer. */
  async question(): Promise<Locator> {
    const card = this.page.locator('[role="alertdialog"][data-ready="true"]');
    await card.waitFor();
    return card;
  }

  async answer(name: string): Promise<void> {
    await (await this.question()).getByRole('button', { name, exact: true }).click();
  }

  async say(content: string): Promise<void> {
    const input = this.page.getByPlaceholder(CHAT_PLACEHOLDER);
    await input.fill(content);
    await input.press('Enter');
  }

  /** Sends the report of the open dialog. */
  async sendReport(reason: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: /^举报/ });
    // The radio button lies over its label.
    await dialog.getByRole('radio', { name: reason }).check({ force: true });
    await dialog.getByRole('button', { name: '举报', exact: true }).click();
    await this.sees('已收到，处理后会告诉你');
  }

  /** Waits until the text is visible. */
  async sees(text: string | RegExp, timeout = 30_000): Promise<void> {
    await this.page.getByText(text).first().waitFor({ timeout });
  }

  /** Returns an API client for the user of this window. */
  async api(): Promise<ApiClient> {
    const token = await this.page.evaluate(() => localStorage.getItem('token'));
    const baseUrl = new URL('/api', this.page.url()).href;
    return createApiClient({ routes: PUBLIC_ROUTES, baseUrl, token: () => token });
  }

  /** Returns the user as stored on the device. */
  async storedUser(): Promise<User> {
    return JSON.parse((await this.page.evaluate(() => localStorage.getItem('userInfo'))) ?? '{}');
  }

  /** Returns the game against the computer as stored on the device. */
  async savedGame(): Promise<Game> {
    const text = await this.page.evaluate(() => localStorage.getItem('aiGame'));
    const { record, ruleSet } = JSON.parse(JSON.parse(text ?? '{}').local);
    const game = parseRecord(record, { ruleSet });
    if (!game.ok) throw new Error(game.error.code);
    return game.value;
  }

  /** Waits for the own turn in a room and returns the game. */
  async ownTurn(roomId: string): Promise<Game> {
    const { _id } = await (await this.api()).getMe();
    for (;;) {
      const { players, record, ruleSet } = await this.room(roomId);
      const game = parseRecord(record, { ruleSet });
      if (!game.ok) throw new Error(game.error.code);
      if (SIDES[players.indexOf(_id)] === turn(positionOf(game.value))) return game.value;
      await delay(200);
    }
  }

  async room(roomId: string): Promise<RoomSnapshot> {
    const api = await this.api();
    const room = await api.getRoom({ params: { roomId }, query: { view: 'compact' } });
    return room as RoomSnapshot;
  }

  /** Returns the user's own finished games; waits until there are `count`. */
  async records(count: number): Promise<GameRecord[]> {
    const api = await this.api();
    for (let attempt = 0; ; attempt++) {
      const { records } = await api.listRecords({ query: { limit: 10 } });
      if (records.length >= count || attempt === 100) return records;
      await this.page.waitForTimeout(100);
    }
  }

  /** Accepts a friend request by HTTP, for stories about other topics. */
  async accepts(asker: Player): Promise<void> {
    const { _id: fromUserId } = await (await asker.api()).getMe();
    await (await this.api()).handleRequest({ body: { fromUserId, accept: true } });
  }

  async shot(name: string): Promise<void> {
    if (SCREENSHOTS) await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }
}

/** Runs in the page: resolves when a dialog contains all `texts`. */
function waitForDialog(texts: string[]): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const dialogs = [...document.querySelectorAll('[role="dialog"]')];
      if (!dialogs.some(({ textContent }) => texts.every((text) => textContent.includes(text)))) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
