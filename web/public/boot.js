// Runs before the first paint. A file, because the content security policy allows no inline script. Keys and rules of
// the storage are those of src/client: mode.ts, session.ts.
(() => {
  const saved = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be closed to us; it is then as if nothing had been saved.
      return null;
    }
  };

  // A dark page never flashes light.
  const mode = saved('mode');
  const dark = mode ? mode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.mode = dark ? 'dark' : 'light';

  // Home is another one for those who are not logged in, before it is known who they are.
  const member = saved('token') && saved('userInfo');
  document.documentElement.dataset.who = member ? 'member' : 'visitor';

  // Home is painted before the application has come, which then draws the same once more.
  const paintHome = () => {
    const home = document.getElementById('first-paint');
    document.getElementById('root').append(home.content.cloneNode(true));
  };
  if (location.pathname === '/') document.addEventListener('readystatechange', paintHome, { once: true });

  // A press on home that comes before the application acts on the page that it opens (src/client/early-press.ts). The
  // mark is in the storage of this tab: no other site can write it, as it could write an address.
  const note = ({ type, target, defaultPrevented }) => {
    const pressed = defaultPrevented
      ? null
      : target.closest(`${type === 'submit' ? 'form' : 'a'}[data-early]`);
    if (!pressed) return;
    try {
      sessionStorage.setItem('earlyPress', `${pressed.dataset.early} ${Date.now()}`);
    } catch {
      // The page then only opens.
    }
  };
  document.addEventListener('submit', note);
  document.addEventListener('click', note);

  // What the page will ask for is on its way before the application is. A wrong guess costs a picture, nothing else.
  const themeOf = () => {
    try {
      return JSON.parse(saved('userInfo')).settings.theme;
    } catch {
      return saved('theme');
    }
  };
  const { art, pages } = JSON.parse(document.getElementById('early').textContent);
  const folder = art[themeOf()] ?? art.default;
  const page = pages.find(({ path }) => new RegExp(path).test(location.pathname));
  for (const attributes of page?.links ?? []) {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries(attributes))
      link.setAttribute(name, value.replaceAll('{art}', folder));
    document.head.append(link);
  }
})();
