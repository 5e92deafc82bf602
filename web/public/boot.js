// Runs before the first paint. A file, because the content security policy allows no inline script. ES5, because
// browsers that are too old for the application run it as well. Keys and rules of the storage are those of src/client:
// mode.ts, session.ts.
var isOldBrowser = (function () {
  // Container queries and `:has()` are the newest of what pages need: Chromium 105, Safari 16.0 and Firefox 121 are the
  // first with both (`browserslist` in package.json).
  var supports = function (condition) {
    return Boolean(window.CSS && window.CSS.supports && window.CSS.supports(condition));
  };

  // Shows a page that any browser can, under the address that was asked for.
  var showOldBrowser = function () {
    var request = new XMLHttpRequest();
    request.onload = function () {
      // After `stop` browsers ignore `document.write`.
      document.documentElement.innerHTML = request.responseText;
      var isWeChat = /MicroMessenger/.test(navigator.userAgent);
      document.getElementById(isWeChat ? 'elsewhere' : 'wechat').style.display = 'none';
      document.getElementById('address').textContent = location.href;
      document.getElementById('again').onclick = function () {
        location.reload();
        return false;
      };
    };
    request.open('GET', '/old-browser.html');
    request.send();
  };
  var isOld = !supports('container-type: inline-size') || !supports('selector(:has(a))');
  if (isOld && window.stop) window.stop();
  if (isOld) showOldBrowser();
  return isOld;
})();

(function () {
  if (isOldBrowser) return;

  var saved = function (key) {
    try {
      return localStorage.getItem(key);
    } catch (_) {
      // Storage may be closed to us; it is then as if nothing had been saved.
      return null;
    }
  };

  // A dark page never flashes light.
  var mode = saved('mode');
  var dark = mode ? mode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.mode = dark ? 'dark' : 'light';

  // Home is another one for those who are not logged in, before it is known who they are.
  var member = saved('token') && saved('userInfo');
  document.documentElement.dataset.who = member ? 'member' : 'visitor';

  // A press on home that comes before the application acts on the page that it opens (src/client/early-press.ts). The
  // mark is in the storage of this tab: no other site can write it, as it could write an address.
  var note = function (event) {
    if (event.defaultPrevented) return;
    var pressed = event.target.closest((event.type === 'submit' ? 'form' : 'a') + '[data-early]');
    if (!pressed) return;
    try {
      sessionStorage.setItem('earlyPress', pressed.dataset.early + ' ' + Date.now());
    } catch (_) {
      // The page then only opens.
    }
  };
  document.addEventListener('submit', note);
  document.addEventListener('click', note);

  // What the page will ask for is on its way before the application is. A wrong guess costs a picture, nothing else.
  var themeOf = function () {
    try {
      return JSON.parse(saved('userInfo')).settings.theme;
    } catch (_) {
      return saved('theme');
    }
  };
  var early = JSON.parse(document.getElementById('early').textContent);
  var folder = early.art[themeOf()] || early.art.default;
  var page = early.pages.find(function (one) {
    return new RegExp(one.path).test(location.pathname);
  });
  if (!page) return;

  // The page is painted before the application has come, which then draws the same once more.
  var paint = function () {
    var painted = document.getElementById('paint-' + page.paint).content.cloneNode(true);
    painted.querySelectorAll('img[srcset]').forEach(function (img) {
      ['srcset', 'src'].forEach(function (name) {
        img.setAttribute(name, img.getAttribute(name).replaceAll(early.art.default, folder));
      });
    });
    document.getElementById('root').append(painted);
  };
  if (matchMedia(page.media || 'all').matches)
    document.addEventListener('readystatechange', paint, { once: true });

  var preload = function (rel, attributes) {
    var link = document.createElement('link');
    link.rel = rel;
    Object.keys(attributes).forEach(function (name) {
      link.setAttribute(name, attributes[name].replaceAll('{art}', folder));
    });
    document.head.append(link);
  };
  var preloadPicture = function (name) {
    if (name) preload('preload', Object.assign({ as: 'image' }, early.pictures[name]));
  };
  preloadPicture(page.first);
  page.files.forEach(function (file) {
    var href = '/assets/' + file;
    if (/css$/.test(file)) preload('preload', { as: 'style', href: href, crossorigin: '' });
    else preload('modulepreload', { href: href });
  });
  preloadPicture(page.last);

  // A member enters a room with a call of its own.
  var id = new RegExp(page.path).exec(location.pathname)[1];
  if (page.request && !member)
    window.earlyRoom = {
      id: id,
      sentAt: performance.now(),
      reply: fetch(page.request.replace(':id', id))
        .then(function (response) {
          return response.ok ? response.json() : null;
        })
        .catch(function () {
          return null;
        }),
    };
})();
