import { type DownloadSystem, type DownloadsManifest, downloadsManifest } from '@doushouqi/protocol/analysis';

export const FAMILIES = ['windows', 'macos', 'linux'] as const;
/** An operating system; macOS has one download per type of processor. */
export type Family = (typeof FAMILIES)[number];

export function familyOf(system: DownloadSystem): Family {
  return system === 'windows' || system === 'linux' ? system : 'macos';
}

/** Returns the system of a browser by its user agent; null for one without a download. */
export function familyOfAgent(agent: string): Family | null {
  if (/Android|iPhone|iPad/.test(agent)) return null;
  if (/Windows/.test(agent)) return 'windows';
  if (/Mac OS X|Macintosh/.test(agent)) return 'macos';
  return /Linux|X11/.test(agent) ? 'linux' : null;
}

/** Returns the programs of the analysis service that this site offers; null if it offers none. Rejects on other failures. */
export async function listDownloads(): Promise<DownloadsManifest | null> {
  const answer = await fetch('/downloads/manifest.json');
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`downloads: ${answer.status}`);
  return downloadsManifest.parse(await answer.json());
}

/**
 * Returns whether this site offers a program for the browser's system. True if that is unknown: the page then states
 * why.
 */
export async function hasDownload(agent: string): Promise<boolean> {
  const own = familyOfAgent(agent);
  try {
    const files = (await listDownloads())?.files ?? [];
    return files.some(({ system }) => familyOf(system) === own);
  } catch {
    return true;
  }
}
