import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page holds few keys, so that a test sees several. */
const PAGE_SIZE = 2;

export interface S3Server {
  url: string;
  /** Objects by path: `bucket/key`. */
  objects: Map<string, Buffer>;
  stop(): Promise<void>;
}

function xml(tag: string, content: string): string {
  return `<?xml version="1.0"?><${tag} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${tag}>`;
}

function listing(objects: ReadonlyMap<string, Buffer>, bucket: string, query: URLSearchParams): string {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE_SIZE);
  const contents = page.map((key) => `<Contents><Key>${key.slice(bucket.length + 1)}</Key></Contents>`);
  const next =
    keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const isTruncated = `<IsTruncated>${next !== ''}</IsTruncated>`;
  return xml('ListBucketResult', `${isTruncated}${next}${contents.join('')}`);
}

/** Removes the chunk framing of a streamed upload (`aws-chunked`). */
function payloadOf({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (!String(headers['content-encoding'] ?? '').includes('aws-chunked')) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (size === 0) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/**
 * Starts a server with the part of Amazon's S3 interface that backups use: no Debian or npm package is a maintained
 * S3 server. It does not check signatures.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();

  function handle(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3');
    const path = decodeURIComponent(pathname.slice(1)).replace(/\/$/, '');
    const upload = query.get('uploadId');
    const { method } = request;
    if (method === 'PUT' && upload !== null) {
      uploads.get(upload)![Number(query.get('partNumber')) - 1] = payloadOf(request, body);
      response.setHeader('etag', '"part"').end();
    } else if (method === 'PUT') {
      objects.set(path, payloadOf(request, body));
      response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`).end();
    } else if (method === 'POST' && query.has('uploads')) {
      const id = String(uploads.size + 1);
      uploads.set(id, []);
      response.end(xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`));
    } else if (method === 'POST' && upload !== null) {
      objects.set(path, Buffer.concat(uploads.get(upload)!));
      response.end(xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>'));
    } else if (method === 'POST' && query.has('delete')) {
      for (const [, key] of payloadOf(request, body)
        .toString()
        .matchAll(/<Key>([^<]+)<\/Key>/g))
        objects.delete(`${path}/${key}`);
      response.end(xml('DeleteResult', ''));
    } else if (query.get('list-type') === '2') response.end(listing(objects, path, query));
    else {
      const found = objects.get(path);
      if (found) response.end(found);
      else response.writeHead(404).end(xml('Error', '<Code>NoSuchKey</Code>'));
    }
  }

  const server = createServer(async (request, response) => {
    handle(request, response, Buffer.concat(await request.toArray()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
