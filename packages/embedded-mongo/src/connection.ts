import type { Socket } from 'node:net';
import type { Services } from './commands/context.ts';
import { dispatch } from './commands/dispatch.ts';
import { FrameReader } from './wire/frame.ts';
import { encodeReply, parseMessage, type Request } from './wire/message.ts';

/** Answers the commands of one client until it disconnects; a malformed message closes this connection only. */
export function serveConnection(
  socket: Socket,
  connectionId: number,
  services: Services,
  onStorageFailure: (error: unknown) => void,
): void {
  const reader = new FrameReader();
  let nextRequestId = 1;
  // A reply waits until all earlier writes are on the disk: the command may have read them.
  const answer = (request: Request) => {
    const reply = dispatch(request.command, connectionId, services);
    if (request.isUnanswered) return;
    const bytes = encodeReply(request, reply, nextRequestId++);
    services.store.database.settled().then(() => {
      // A client that does not read its replies gets no more commands read, so that replies do not pile up.
      if (!socket.write(bytes)) socket.pause();
    }, onStorageFailure);
  };
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    try {
      for (const frame of reader.push(chunk)) answer(parseMessage(frame));
    } catch {
      socket.destroy();
    }
  });
  socket.on('drain', () => socket.resume());
  socket.on('error', () => socket.destroy());
}
