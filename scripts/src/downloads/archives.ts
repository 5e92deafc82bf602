/** Archives with a few files, the same bytes for the same files. Pure. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export interface Entry {
  /** With `/` between folders. */
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable?: boolean;
}

const MODE = { plain: 0o644, executable: 0o755 } as const;

function modeOf({ isExecutable }: Entry): number {
  return isExecutable ? MODE.executable : MODE.plain;
}

/** A `.tar.gz`, which keeps what may be run on macOS and Linux. */
export function tarGz(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const padding = Buffer.alloc((512 - (entry.content.length % 512)) % 512);
    return [tarHeader(entry), entry.content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]), { level: 9 });
}

/** ustar: fields at their places, numbers in octal, and the sum of all bytes with eight blanks in its own place. */
function tarHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number): string => value.toString(8).padStart(length - 1, '0');
  header.write(entry.path, 0, 100);
  header.write(octal(modeOf(entry), 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(entry.content.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  header[154] = 0;
  return header;
}

/** 1 January 1980, the first day that a zip knows. */
const ZIP_DATE = 0x21;
/** Names are UTF-8. */
const ZIP_FLAGS = 0x800;
const DEFLATED = 8;

/** A `.zip`, which every Windows opens. */
export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of entries) {
    const name = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(content, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(ZIP_FLAGS, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(ZIP_DATE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, packed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, name);
    offset += 4 + common.length + name.length + packed.length;
  }
  return Buffer.concat([
    ...parts,
    ...directory,
    zipEnd(entries.length, Buffer.concat(directory).length, offset),
  ]);
}

function zipEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
