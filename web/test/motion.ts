import { cdp } from 'vitest/browser';

/** Sets the user's preference; `no-preference` is the default. */
export function setMotion(value: 'reduce' | 'no-preference'): Promise<unknown> {
  return cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });
}

/** Returns the CSS animations of an element and of all in it, as `name delay duration`, ms. */
export function animationsIn(element: Element): string[] {
  return element
    .getAnimations({ subtree: true })
    .filter((animation) => animation instanceof CSSAnimation)
    .map((animation) => {
      const { delay, duration } = animation.effect!.getComputedTiming();
      // The name of the style sheet, without what the build adds to it.
      const name = animation.animationName.replace(/^_|_.*$/g, '');
      return `${name} ${delay} ${duration}`;
    });
}
