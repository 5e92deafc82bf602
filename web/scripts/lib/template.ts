/**
 * Fills `{{slot}}` placeholders of an SVG template.
 * @throws Error if a slot has no value, because the piece would be incomplete.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const missing = new Set<string>();
  const filled = template.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => {
    const value = values[slot];
    if (value === undefined) missing.add(slot);
    return value ?? '';
  });
  if (missing.size > 0) throw new Error(`Unfilled template slots: ${[...missing].join(', ')}`);
  return filled;
}

/** Returns the content of an SVG document, without the outer element and without `currentColor` fills. */
export function svgBody(svg: string): string {
  return svg
    .replace(/^[\s\S]*?<svg\b[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replaceAll(' fill="currentColor"', '');
}
