import { describe, expect, it } from 'vitest';
import { ME } from '../../test/users.ts';
import { createSession } from './session.ts';
import { type KeyStore, safeStorage } from './storage.ts';

function memory(initial: Record<string, string> = {}): KeyStore & { data: Map<string, string> } {
  const data = new Map(Object.entries(initial));
  return {
    data,
    getItem: (key) => data.get(key) ?? null,
    setItem: (key, value) => void data.set(key, value),
    removeItem: (key) => void data.delete(key),
  };
}

/** Opens a session in these storages: of all windows, and of one. */
function open(storage: KeyStore, tab: KeyStore = memory()) {
  return createSession(storage, tab);
}

const saved = { token: 't', userInfo: JSON.stringify(ME) };

describe('restore', () => {
  it('restores the saved user', () => {
    expect(open(memory(saved)).store.getState()).toEqual({
      user: ME,
      isExpired: false,
      closedText: null,
      currentTheme: 'default',
      loginModalVisible: false,
      loginStep: 'login',
      redirectPath: null,
      loginWish: {},
    });
  });

  it.each([
    ['no user', { token: 't' }],
    ['no token', { userInfo: saved.userInfo }],
    ['broken JSON', { token: 't', userInfo: '{' }],
    ['null', { token: 't', userInfo: 'null' }],
    ['another shape', { token: 't', userInfo: JSON.stringify({ ...ME, settings: {} }) }],
  ])('is a visitor with %s', (_, data) => {
    expect(open(memory(data)).store.getState().user).toBeNull();
  });

  it('uses the default for an unknown theme', () => {
    expect(open(memory({ theme: 'constructor' })).store.getState().currentTheme).toBe('default');
  });
});

describe('login and logout', () => {
  it('stores token, user and theme and closes the dialog', () => {
    const storage = memory();
    const session = open(storage);
    session.requestLogin();
    session.login({ access_token: 'secret', user: ME });
    expect(Object.fromEntries(storage.data)).toEqual({
      token: 'secret',
      userInfo: JSON.stringify(ME),
      theme: 'default',
    });
    expect(session.token()).toBe('secret');
    expect(session.store.getState()).toMatchObject({ user: ME, loginModalVisible: false });
  });

  it('fills in the default avatar', () => {
    const session = open(memory());
    session.login({ access_token: 't', user: { ...ME, avatar: '' } });
    expect(session.store.getState().user?.avatar).toBe('default.png');
  });

  it('removes user and token', () => {
    const storage = memory({ ...saved, theme: 'default' });
    const session = open(storage);
    session.logout();
    expect(Object.fromEntries(storage.data)).toEqual({ theme: 'default' });
    expect(session.store.getState().user).toBeNull();
  });
});

describe('a change of the user', () => {
  const moon = { avatar: 'moon.png' };

  it('is stored, for this page and the next start', () => {
    const storage = memory({ ...saved, theme: 'default' });
    const session = open(storage);
    session.updateUser(moon);
    expect(session.store.getState().user).toEqual({ ...ME, ...moon });
    expect(open(storage).store.getState().user).toEqual({ ...ME, ...moon });
  });

  it('applies a new theme at once', () => {
    const storage = memory(saved);
    const session = open(storage);
    session.updateUser({ settings: { theme: 'cute' } });
    expect(session.store.getState().currentTheme).toBe('cute');
    expect(storage.getItem('theme')).toBe('cute');
  });

  it.each([
    ['somebody else', saved, { _id: 'b'.repeat(24), ...moon }],
    ['no user', {}, moon],
  ])('about %s changes nothing', (_, data, change) => {
    const storage = memory(data);
    const session = open(storage);
    const before = session.store.getState();
    session.updateUser(change);
    expect(session.store.getState()).toBe(before);
    expect(Object.fromEntries(storage.data)).toEqual(data);
  });
});

describe('another token', () => {
  it('replaces the old one in every tab', () => {
    const storage = memory(saved);
    const [one, two] = [open(storage), open(storage)];
    one.replaceToken('new');
    two.refresh();
    expect(two.token()).toBe('new');
    expect(two.store.getState().user).toEqual(ME);
  });

  it('does not restore a session that ended', () => {
    const storage = memory();
    open(storage).replaceToken('new');
    expect(storage.data.size).toBe(0);
  });
});

describe('the redirect after login', () => {
  it('is the stored path once, and then home', () => {
    const session = open(memory());
    session.requestLogin('/play/room');
    session.login({ access_token: 't', user: ME });
    expect(session.takeRedirect()).toEqual(['/play/room', { state: null }]);
    expect(session.takeRedirect()).toEqual(['/', { state: null }]);
  });

  it('carries a pressed action once', () => {
    const session = open(memory());
    const intention = { action: 'seek', of: '5+3:rated' } as const;
    session.requestLogin('/play', { intention });
    session.closeLogin({ keepRedirect: true });
    session.resumeLogin();
    session.login({ access_token: 't', user: ME });
    expect(session.takeRedirect()).toEqual(['/play', { state: { intention } }]);
    expect(session.takeRedirect()).toEqual(['/', { state: null }]);
  });

  it('is dropped when the dialog is dismissed', () => {
    const session = open(memory());
    session.requestLogin('/play/room');
    session.closeLogin();
    expect(session.takeRedirect()).toEqual(['/', { state: null }]);
  });

  it('survives the change from login to registration', () => {
    const session = open(memory());
    session.requestLogin('/play/room');
    session.closeLogin({ keepRedirect: true });
    expect(session.store.getState().loginModalVisible).toBe(false);
    expect(session.takeRedirect()).toEqual(['/play/room', { state: null }]);
  });
});

describe('several tabs', () => {
  it('follow a login and a logout in another tab', () => {
    const storage = memory();
    const [one, two] = [open(storage), open(storage)];
    two.requestLogin('/play/room');
    one.login({ access_token: 't', user: ME });
    two.refresh();
    expect(two.store.getState()).toMatchObject({ user: ME, loginModalVisible: false });
    one.logout();
    two.refresh();
    expect(two.store.getState().user).toBeNull();
  });

  it('keep the same user object when nothing changed', () => {
    const session = open(memory(saved));
    const before = session.store.getState().user;
    session.refresh();
    expect(session.store.getState().user).toBe(before);
  });
});

describe('safeStorage', () => {
  it('uses memory when storage is blocked', () => {
    const storage = safeStorage(() => {
      throw new Error('SecurityError');
    });
    storage.setItem('token', 't');
    expect(storage.getItem('token')).toBe('t');
    storage.removeItem('token');
    expect(storage.getItem('token')).toBeNull();
  });

  it('returns what was written last when storage is full', () => {
    const full = memory({ aiGame: 'before' });
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    const storage = safeStorage(() => full);
    storage.setItem('aiGame', 'after');
    expect(storage.getItem('aiGame')).toBe('after');
    storage.removeItem('aiGame');
    expect(storage.getItem('aiGame')).toBeNull();
  });

  it('stores again once there is room', () => {
    const full = memory();
    const { setItem } = full;
    full.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    const storage = safeStorage(() => full);
    storage.setItem('pool', 'a');
    full.setItem = setItem;
    storage.setItem('pool', 'b');
    expect([storage.getItem('pool'), full.data.get('pool')]).toEqual(['b', 'b']);
  });
});

it('removes the token before the user, for windows that see the change', () => {
  const storage = memory(saved);
  const removed: string[] = [];
  const session = open({ ...storage, removeItem: (key) => void removed.push(key) });
  session.logout();
  expect(removed).toEqual(['token', 'userInfo']);
});

it('a reload keeps the destination after the login, until it is taken', () => {
  const tab = memory();
  open(memory(), tab).requestLogin('/play', {
    why: 'seek',
    intention: { action: 'seek', of: '5+3' },
  });
  const reloaded = open(memory(), tab);
  expect(reloaded.takeRedirect()[0]).toBe('/play');
  expect(open(memory(), tab).takeRedirect()[0]).toBe('/');
});

it('a login into full storage leaves no other user there', () => {
  const full = memory(saved);
  full.setItem = (key, value) => {
    if (key === 'userInfo') throw new Error('QuotaExceededError');
    full.data.set(key, value);
  };
  open(safeStorage(() => full)).login({ access_token: 't2', user: { ...ME, _id: 'b'.repeat(24) } });
  expect(open(full).store.getState().user).toBeNull();
});

describe('the first step of the dialog', () => {
  function stepOf(session: ReturnType<typeof createSession>, why?: 'seek' | 'friends' | 'rated') {
    session.requestLogin('/play', why && { why });
    return session.store.getState().loginStep;
  }

  it('offers a visitor to play as a guest, where guests may', () => {
    const session = open(memory());
    expect([stepOf(session, 'seek'), stepOf(session, 'friends'), stepOf(session)]).toEqual([
      'guest',
      'login',
      'login',
    ]);
    session.resumeLogin();
    expect(session.store.getState()).toMatchObject({ loginStep: 'login', redirectPath: '/play' });
  });

  it('is the registration for a guest who needs an account, and the login on request or after expiry', () => {
    const session = open(memory());
    session.login({ access_token: 't', user: { ...ME, isGuest: true } });
    expect([stepOf(session, 'rated'), stepOf(session, 'friends'), stepOf(session)]).toEqual([
      'register',
      'register',
      'login',
    ]);
    session.logout({ isExpired: true });
    expect(stepOf(session, 'seek')).toBe('login');
  });
});
