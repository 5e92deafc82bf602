import { FAMILIES, type Family } from '../../shared/engine/downloads.ts';

/** Returns all systems, the user's own first. */
export function ordered(own: Family | null): Family[] {
  return [...FAMILIES].sort((one, other) => Number(other === own) - Number(one === own));
}

/** Returns whether the programs accept pages of this origin by default. */
export function isKnownOrigin(origin: string, origins: readonly string[]): boolean {
  return origins.includes(origin) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}

const COMMANDS: Readonly<Record<Family, string>> = {
  windows: 'dsq-analysis.exe',
  macos: 'xattr -dr com.apple.quarantine . && ./dsq-analysis',
  linux: './dsq-analysis',
};

/** Returns the command that starts the service; `origin`: a page that is not accepted by default. */
export function commandOf(family: Family, origin: string | null): string {
  return COMMANDS[family] + (origin === null ? '' : ` --origin ${origin}`);
}

/** Formats bytes as megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
