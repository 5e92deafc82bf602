const RECORD_BYTES = 3;
/** Between the tree and the data. */
const SEPARATOR = Buffer.alloc(16);
const METADATA_MARK = Buffer.concat([Buffer.from('abcdef', 'hex'), Buffer.from('MaxMind.com')]);

type Value = string | number | { [key: string]: Value } | Value[];

/** Encodes a value as MaxMind's format does: type and size in one byte, for short values. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

/** Returns a database (`.mmdb`) in which every address of one IPv4 /24 has this record. */
export function placeDatabase(network: string, record: { [key: string]: Value }): Buffer {
  const prefix = network
    .split('.')
    .slice(0, 3)
    .flatMap((part) => [...Number(part).toString(2).padStart(8, '0')]);
  const nodes = prefix.length;
  const found = nodes + SEPARATOR.length;
  const tree = Buffer.alloc(nodes * 2 * RECORD_BYTES);
  prefix.forEach((bit, n) => {
    const next = n + 1 === nodes ? found : n + 1;
    const [left, right] = bit === '0' ? [next, nodes] : [nodes, next];
    tree.writeUIntBE(left, n * 2 * RECORD_BYTES, RECORD_BYTES);
    tree.writeUIntBE(right, (n * 2 + 1) * RECORD_BYTES, RECORD_BYTES);
  });
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    description: { en: 'test' },
    ip_version: 4,
    languages: ['zh-CN'],
    node_count: nodes,
    record_size: RECORD_BYTES * 8,
  };
  return Buffer.concat([tree, SEPARATOR, encode(record), METADATA_MARK, encode(metadata)]);
}
