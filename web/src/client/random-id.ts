/** Two hex digits a byte. `crypto.randomUUID` would not exist on a plain http address in a local network. */
export function randomId(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
