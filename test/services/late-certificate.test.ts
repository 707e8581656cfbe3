// A server that asks for the certificate only after reading the query: Debian's apache2, as in the field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionTo, openConnectionDesk } from '../support/connection-desk.ts';
import { type LateServer, startLateServer } from '../support/late-server.ts';

let apache: LateServer | undefined;
const running = (): LateServer => {
  if (apache === undefined) throw new Error('apache2 did not start.');
  return apache;
};
beforeAll(async () => {
  apache = await startLateServer();
});
afterAll(() => apache?.stop());

async function openDesk(highestTls: 'TLSv1.2' | 'TLSv1.3') {
  const { client, address, caFile } = running();
  const desk = await openConnectionDesk({
    certificates: { certificate: client },
    apiKeys: { key: 'any' },
  });
  const extraCaFile = desk.handles.issue(caFile);
  const input = connectionTo(address, { extraCaFile, highestTls });
  const { id } = await desk.service.create(input, desk.call);
  return { ...desk, id };
}

describe('TLS-07 a certificate that is asked for late', () => {
  it('TLS-07 works under TLS 1.2, where the server renegotiates, with body and on a warm connection', async () => {
    const desk = await openDesk('TLSv1.2');
    try {
      const talk = await desk.api.client(desk.id);
      const list = await talk.read({ path: 'api/enterpriseusers' });
      expect(list).toMatchObject([{ UserName: 'late' }]);
      await talk.warmUp();
      expect(await desk.test(desk.id)).toMatchObject({ passed: true });
    } finally {
      desk.stop();
    }
  });

  it('TLS-07 fails under TLS 1.3; the connection test finds out why and says what to do', async () => {
    const desk = await openDesk('TLSv1.3');
    try {
      const { passed, steps } = await desk.test(desk.id);
      expect(passed).toBe(false);
      expect(steps[3]).toMatchObject({
        step: 'client-certificate',
        state: 'failed',
        advice: 'limit-tls-12',
        failure: { kind: 'refused', status: 403 },
      });
      expect(steps[3]?.detail).toContain('accepted with TLS 1.2');
      expect(steps[4]).toMatchObject({ step: 'api-key', state: 'skipped' });
    } finally {
      desk.stop();
    }
  });
});
