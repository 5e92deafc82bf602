// Runs before the first paint of the console, so that a dark page never flashes light. A file, because the content security
// policy allows no inline script. Key and rule are those of src/client/mode.ts.
(() => {
  let mode = null;
  try {
    mode = localStorage.getItem('mode');
  } catch {
    // Without storage the system decides.
  }
  const isDark = mode === null ? matchMedia('(prefers-color-scheme: dark)').matches : mode === 'dark';
  document.documentElement.dataset.mode = isDark ? 'dark' : 'light';
})();
