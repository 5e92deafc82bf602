import { once } from 'node:events';
import { connect } from 'node:net';
import { BSON, type Document } from 'mongodb';

/**
 * Sends one command over a new connection and returns the raw reply, without a driver, which would add a session or a
 * transaction number.
 */
export async function sendRaw(url: string, db: string, command: Document): Promise<Document> {
  const { hostname, port } = new URL(url);
  const body = BSON.serialize({ ...command, $db: db });
  const header = Buffer.alloc(21);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(2013, 12);
  const socket = connect(Number(port || 27017), hostname);
  socket.write(Buffer.concat([header, body]));
  const closed = once(socket, 'close').then((): never => {
    throw new Error('the connection was closed without a reply');
  });
  let reply = Buffer.alloc(0);
  while (reply.length < 4 || reply.length < reply.readInt32LE(0)) {
    const [chunk] = await Promise.race([once(socket, 'data'), closed]);
    reply = Buffer.concat([reply, chunk]);
  }
  socket.destroy();
  closed.catch(() => undefined);
  return BSON.deserialize(reply.subarray(21));
}
