/** `38:12`, `1:02:03` for a time in ms. Pure. */
export function countdownText(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
