/** A realtime node: `id` is the first part of the engine ids that it makes. */
export interface RealtimeNode {
  id: string;
  /** Base URL, without a slash at its end. */
  url: string;
  /** It gets no new sessions, whatever it says of itself; those that it has still reach it. */
  refusing?: boolean;
}

/** Where the realtime nodes are learned from: a static list here, a watch on Kubernetes in `watched-directory.ts`. */
export interface NodeDirectory {
  /** The nodes that exist now, alive or not. Cheap: asked on every request. */
  nodes(): readonly RealtimeNode[];
}

/** A directory that never changes. */
export function staticDirectory(nodes: readonly RealtimeNode[]): NodeDirectory {
  return { nodes: () => nodes };
}

type NodeList = { ok: true; nodes: RealtimeNode[] } | { ok: false; problem: string };

/** Reads `name=url,name=url`. Names are those of `NODE_ID`: letters, digits and `-`, each once. */
export function parseNodeList(text: string): NodeList {
  const nodes: RealtimeNode[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, id, address] = /^([a-zA-Z0-9-]{1,63})=(\S+)$/.exec(entry) ?? [];
    const url = address === undefined ? null : URL.parse(address);
    if (id === undefined || url === null || !/^https?:$/.test(url.protocol)) {
      return { ok: false, problem: `"${entry}" is not name=url` };
    }
    if (nodes.some((node) => node.id === id)) return { ok: false, problem: `node ${id} is named twice` };
    nodes.push({ id, url: url.origin });
  }
  return { ok: true, nodes };
}
