// Runs before the first paint, so that a dark page never flashes light. A file, because the content security
// policy allows no inline script. The key and the rule are those of src/app/mode.ts.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem('mode');
  } catch {
    // Storage may be closed to us; the system's choice then stands.
  }
  const dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.mode = dark ? 'dark' : 'light';
})();
