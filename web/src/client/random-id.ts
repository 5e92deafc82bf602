/** Returns two hex digits per byte. `crypto.randomUUID` does not exist on plain HTTP in a local network. */
export function randomId(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
