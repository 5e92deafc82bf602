import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Container {
  image?: string;
  build?: { context: string; args: Record<string, string> };
  pull_policy?: string;
  entrypoint?: string[];
  command?: string[];
  user?: string;
  environment?: Record<string, string | null>;
  depends_on?: object;
  networks?: string[];
  ports?: string[];
  volumes?: string[];
  profiles?: string[];
  cap_add?: string[];
  pids_limit?: number;
  deploy?: { resources: { limits: object } };
  extends?: { file: string; service: string };
}

/** The parts of a compose file that tests and generators read. `docker compose` itself refuses unknown keys. */
export interface ComposeFile {
  services: Record<string, Container>;
  networks: object;
  volumes: object;
}

/** Reads a compose file, with its anchors resolved. */
export function readComposeFile(path: string): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile;
}
