// Group C, TLS: what Node's own server side can produce without another TLS library.
import {
  fine,
  honest,
  http,
  notSent,
  rejected,
  writes,
  type Fault,
  type TlsParts,
} from './fault.ts';

const day = 86_400_000;
const certificate = { kinds: ['certificate'] } as const;

const serverCertificate = (
  order: Parameters<TlsParts['certificate']>[0],
): NonNullable<Fault['tls']> => {
  return async (parts) => ({ ...parts.healthy, ...(await parts.certificate(order)) });
};

/** A TLS record that holds a fatal alert, in answer to the first bytes. */
const alert = (description: number): NonNullable<Fault['onConnection']> => {
  return (raw) => {
    raw.once('data', () => raw.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, description])));
  };
};

export const tlsFaults: readonly Fault[] = [
  {
    id: 'C1',
    title: 'server certificate of an unknown authority',
    expect: notSent,
    says: certificate,
    tls: serverCertificate({ authority: 'unknown' }),
  },
  {
    id: 'C2',
    title: 'server certificate of the authority inside the p12 only',
    expect: notSent,
    says: certificate,
    tls: serverCertificate({ authority: 'client-p12' }),
  },
  {
    id: 'C3',
    title: 'server certificate expired',
    expect: notSent,
    says: { ...certificate, problem: 'server-expired' },
    tls: (parts) =>
      serverCertificate({
        authority: 'platform',
        notBefore: new Date(Date.now() - 30 * day),
        notAfter: new Date(Date.now() - day),
      })(parts),
  },
  {
    id: 'C4',
    title: 'server certificate not yet valid',
    expect: notSent,
    says: { ...certificate, problem: 'server-not-yet-valid' },
    tls: (parts) =>
      serverCertificate({
        authority: 'platform',
        notBefore: new Date(Date.now() + day),
        notAfter: new Date(Date.now() + 30 * day),
      })(parts),
  },
  {
    id: 'C5',
    title: 'server certificate for another host',
    expect: notSent,
    says: { ...certificate, problem: 'server-wrong-host' },
    tls: serverCertificate({ authority: 'platform', hosts: ['localhost.example'] }),
  },
  {
    id: 'C6',
    title: 'TLS 1.1 and older only',
    expect: notSent,
    says: { kinds: ['certificate', 'unreachable'] },
    tls: ({ healthy }) =>
      Promise.resolve({
        ...healthy,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'ALL:@SECLEVEL=0',
      }),
  },
  {
    id: 'C7',
    title: 'alert handshake_failure',
    expect: notSent,
    onConnection: alert(40),
  },
  {
    id: 'C8',
    title: 'alert bad_certificate or unknown_ca',
    variants: 2,
    expect: notSent,
    onConnection: (raw, variant) => alert(variant === 0 ? 42 : 48)(raw, variant),
  },
  {
    id: 'C9',
    title: 'the server closes after our certificate (TLS 1.3 and 1.2)',
    variants: 2,
    expect: notSent,
    tls: ({ healthy, variant }) =>
      Promise.resolve({
        ...healthy,
        ca: [],
        rejectUnauthorized: true,
        ...(variant === 1 ? { maxVersion: 'TLSv1.2' as const } : {}),
      }),
  },
  {
    id: 'C11',
    title: 'certificate asked for late, TLS 1.3: the server cannot and says 403',
    expect: rejected,
    says: { kinds: ['refused', 'sign-in-needed', 'certificate'] },
    async onRequest(scene) {
      await scene.say(http(403, 'Forbidden', { 'Content-Type': 'text/html' }, '<p>Forbidden</p>'));
    },
  },
  {
    id: 'C12',
    title: 'the server certificate changes between two calls',
    expect: fine,
    tls: serverCertificate({ authority: 'platform' }),
  },
  {
    id: 'C13',
    title: 'complete answer, then the connection ends without close_notify',
    expect: fine,
    async onRequest(scene) {
      scene.delivered();
      await scene.say(honest(scene.act(), { Connection: 'close' }));
      scene.raw.end();
    },
  },
  {
    id: 'C14',
    title: 'h2 is offered first',
    expect: fine,
    tls: ({ healthy }) => Promise.resolve({ ...healthy, ALPNProtocols: ['h2', 'http/1.1'] }),
  },
  {
    id: 'C17',
    title: 'not TLS at all',
    expect: writes('notsent'),
    onConnection: (raw) => void raw.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
  },
];
