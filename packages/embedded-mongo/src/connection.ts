import type { Socket } from 'node:net';
import type { Services } from './commands/context.ts';
import { dispatch } from './commands/dispatch.ts';
import { FrameReader } from './wire/frame.ts';
import { encodeReply, parseMessage, type Request } from './wire/message.ts';

/** Serves one peer until it goes away; a malformed message closes this connection only. */
export function serveConnection(
  socket: Socket,
  connectionId: number,
  services: Services,
  onStorageFailure: (error: unknown) => void,
): void {
  const reader = new FrameReader();
  let nextRequestId = 1;
  // A reply leaves when the disk has what the command wrote, and what it may have read from others.
  const answer = (request: Request) => {
    const reply = dispatch(request.command, connectionId, services);
    if (request.isUnanswered) return;
    const bytes = encodeReply(request, reply, nextRequestId++);
    services.store.journal.settled().then(() => {
      // A peer that does not read its replies is not read from either.
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
