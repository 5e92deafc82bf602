import { SMTPServer } from 'smtp-server';
import { freePort } from './ports.ts';

/** An e-mail as it arrived. */
interface Arrived {
  to: string;
  text: string;
  /** The fragment of the link in the text. */
  token: string;
}

/** Starts an SMTP server on loopback that keeps what it receives. `port`: a free one by default. */
export async function startSmtpSink(port?: number) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString();
      });
      stream.on('end', () => {
        const [, body = ''] = raw.split(/\r?\n\r?\n/);
        const text = Buffer.from(body, 'base64').toString();
        const [to] = session.envelope.rcptTo;
        arrived.push({ to: to?.address ?? '', text, token: /#(\S+)/.exec(text)?.[1] ?? '' });
        done();
      });
    },
  });
  const own = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${own}`,
    arrived,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
