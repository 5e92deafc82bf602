const REGIONS = '[aria-live], [role="status"], [role="alert"]';

/** Returns the region that announces a change; null for a change outside of regions, also of a region that comes with its text. */
function announcingRegion({ target, type, addedNodes }: MutationRecord): Element | null {
  const hasNews = type === 'characterData' || [...addedNodes].some(({ textContent }) => textContent !== '');
  const element = target instanceof Element ? target : target.parentElement;
  return hasNews ? (element?.closest(REGIONS) ?? null) : null;
}

/** Records what a screen reader announces from now on: changes inside live regions. */
export function recordAnnouncements(): readonly string[] {
  const heard: string[] = [];
  const observer = new MutationObserver((records) => {
    const regions = new Set(records.map(announcingRegion));
    for (const region of regions) if (region?.checkVisibility()) heard.push(region.textContent ?? '');
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  return heard;
}
