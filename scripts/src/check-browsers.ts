/** `npm run check:browsers`: refuses what `browserslist` of web/package.json lacks in `web/dist`: syntax, methods, interfaces. */
import { join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import compat from 'eslint-plugin-compat';
import esx from 'eslint-plugin-es-x';

const ROOT = join(import.meta.dirname, '..', '..');
const SHORT = /[^/]*$/;

/** Rules about methods whose names arrays and promises share with these younger objects. */
const AMBIGUOUS = Object.keys(esx.rules).filter((name) =>
  /^no-iterator-prototype-(every|filter|find|flatmap|foreach|map|reduce|some|take|toarray)$/.test(name),
);

/** In all these browsers, though younger than ES2022; or, the second, called by the library `qr` only where it exists. */
const SUPPORTED = ['no-array-prototype-findlast-findlastindex', 'no-uint8array-prototype-tobase64'];

/** The application and its libraries ask whether the browser has these. */
const ASKED_FOR = [
  'Notification',
  'WebTransport',
  'document.exitFullscreen',
  'document.fullscreenElement',
  'navigator.vibrate',
  'requestIdleCallback',
];

const config: Linter.Config[] = [
  {
    ...esx.configs['flat/restrict-to-es2022'],
    files: ['**/*.js'],
    settings: { 'es-x': { aggressive: true }, polyfills: ASKED_FOR },
  },
  {
    files: ['**/*.js'],
    plugins: { compat, 'es-x': esx },
    rules: {
      // Younger in Safari than the rest of ES2022.
      'es-x/no-regexp-lookbehind-assertions': 'error',
      'es-x/no-class-static-block': 'error',
      'compat/compat': 'error',
      ...Object.fromEntries([...AMBIGUOUS, ...SUPPORTED].map((name) => [`es-x/${name}`, 'off'])),
    },
  },
  // Also older browsers run it.
  { files: ['**/boot-*.js'], languageOptions: { ecmaVersion: 5, sourceType: 'script' } },
];

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfigFile: true,
  overrideConfig: config,
  allowInlineConfig: false,
});
const results = await eslint.lintFiles(['web/dist/**/*.js']);
const problems = results.flatMap(({ filePath, messages }) =>
  messages.map(({ column, message }) => `${SHORT.exec(filePath)?.[0]}:${column} ${message}`),
);
for (const problem of problems) console.log(problem);
console.log(`${results.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
