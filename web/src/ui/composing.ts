/**
 * Keys of an input method that composes a word are its own: no handler of the page gets them, and Enter and Escape do
 * nothing else. Safari reports such a key by `keyCode` 229 only. Returns a function that stops this.
 */
export function guardComposition(): () => void {
  const guard = (event: KeyboardEvent): void => {
    if (!event.isComposing && event.keyCode !== 229) return;
    event.stopImmediatePropagation();
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  };
  window.addEventListener('keydown', guard, true);
  return () => window.removeEventListener('keydown', guard, true);
}
