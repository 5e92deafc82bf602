const PARTS = [
  { until: 5, key: 'night' },
  { until: 11, key: 'dawn' },
  { until: 13, key: 'noon' },
  { until: 18, key: 'afternoon' },
  { until: 23, key: 'evening' },
] as const;

/** Returns the greeting for an hour of the day (0–23). Pure. */
export function greetingAt(hour: number) {
  return PARTS.find(({ until }) => hour < until)?.key ?? 'night';
}
