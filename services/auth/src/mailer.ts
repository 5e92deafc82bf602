import { createTransport } from 'nodemailer';

/** An e-mail with a link to a page of the product. */
interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Returns the address of a page; a `token` is in the fragment, which browsers send to no server. */
  linkTo(path: string, token?: string): string;
  /** Resolves when the server has accepted it. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A page is waiting for some of them. Milliseconds. */
const TIMEOUT_MS = 10_000;

/** Creates the sender of e-mails. `url`: of an SMTP server; `publicUrl`: of the product. */
export function createMailer(url: string, from: string, publicUrl: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, textEncoding: 'base64' },
  );
  const base = publicUrl.replace(/\/$/, '');
  return {
    linkTo: (path, token) => `${base}${path}${token === undefined ? '' : `#${token}`}`,
    async send({ to, subject, text }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
