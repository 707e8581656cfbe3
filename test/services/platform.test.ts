// The local platform against platform.md, with a client of node:https alone: its rules do not rest on ours.
import { request as httpRequest } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { existsSync, readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { startStandAlone } from '../platform/stand-alone.ts';
import { createAuthority } from '../platform/pki.ts';
import { createClock } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Ask {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly without?: 'certificate' | 'api-key';
  readonly identity?: { readonly key: string; readonly cert: string };
}

let platform: Platform;
const clock = createClock('2026-07-14T09:30:00.250Z');
const agents: Agent[] = [];
const flag = '?ForceEIAuthentication';

beforeAll(async () => {
  platform = await startPlatform({ seed: 3, users: 20, now: clock.now });
});
afterEach(() => {
  platform.control.clearFaults();
  platform.control.shape.single = 'array';
  platform.control.signIn = 'redirect';
  for (const agent of agents.splice(0)) agent.destroy();
});
afterAll(async () => {
  await platform.stop();
});

function ask(method: string, path: string, options: Ask = {}): Promise<Reply> {
  const agent = new Agent({ keepAlive: false });
  agents.push(agent);
  const identity = options.identity ?? {
    key: platform.clientKeyPem,
    cert: platform.clientCertificatePem,
  };
  const text = options.body === undefined ? undefined : JSON.stringify(options.body);
  const settings: RequestOptions = {
    method,
    agent,
    ca: platform.caPem,
    ...(options.without === 'certificate' ? {} : identity),
    headers: {
      Accept: 'application/json',
      ...(options.without === 'api-key' ? {} : { ApiKey: platform.apiKey }),
      ...(text === undefined ? {} : { 'Content-Type': 'application/hal+json' }),
      ...options.headers,
    },
  };
  return new Promise((resolve, reject) => {
    const call = request(platform.address + path, settings, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? '',
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    call.once('error', reject);
    call.end(text);
  });
}

type Shown = Record<string, unknown>;
const users = (reply: Reply): Shown[] => JSON.parse(reply.text) as Shown[];
const first = (reply: Reply): Shown => users(reply)[0] ?? {};
const statusOf = ({ status }: { readonly status: number }) => status;
const code = (wanted: Promise<unknown>): Promise<string> =>
  wanted.then(
    () => 'answered',
    (error: unknown) => String((error as NodeJS.ErrnoException).code),
  );

describe('the door', () => {
  it('a certificate counts only with ForceEIAuthentication in the query, as a flag', async () => {
    const words = 'The client certificate is missing or could not be validated.';
    for (const query of ['', '?forceeiauthentication', '?ForceEIAuthentication=true', '?x']) {
      const reply = await ask('GET', `/api/enterpriseusers${query}`);
      expect([query, reply.status, reply.reason]).toEqual([query, 401, words]);
    }
    platform.control.shape.missingFlag = 'organisation';
    expect((await ask('GET', '/api/enterpriseusers')).reason).toBe(
      'There is no authenticated organization number set on this request',
    );
    platform.control.shape.missingFlag = 'certificate';
    expect((await ask('GET', `/api/enterpriseusers${flag}`)).status).toBe(200);
    const among = await ask('GET', '/api/enterpriseusers?language=1044&ForceEIAuthentication');
    expect(among.status).toBe(200);
  });

  it('the flag without a certificate, or with one of an unknown authority, authenticates nobody', async () => {
    const stranger = await (
      await createAuthority('Somebody else')
    ).issue({ name: 'Fjordtrafikk AS', organisationNumber: platform.organisationNumber });
    const path = `/api/enterpriseusers${flag}`;
    expect((await ask('GET', path, { without: 'certificate' })).status).toBe(401);
    const identity = { key: stranger.keyPem, cert: stranger.chainPem };
    expect((await ask('GET', path, { identity })).status).toBe(401);
  });

  it('a path of persons without token or cookie leads to the page to sign in at, or shows it: 200 with HTML', async () => {
    const { status, headers } = await ask('GET', '/api/my/messages');
    expect([status, headers['location']]).toEqual([
      302,
      expect.stringContaining('/ui/authentication') as string,
    ]);
    platform.control.signIn = 'page';
    const page = await ask('GET', '/api/my/profile');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<html');
  });

  it('with certificates required, a caller without one does not get through the handshake', async () => {
    const strict = await startPlatform({ seed: 3, clientCertificates: 'required' });
    try {
      const outcome = new Promise((resolve, reject) => {
        const call = request(`${strict.address}/api/`, { ca: strict.caPem, agent: false }, resolve);
        call.once('error', reject);
        call.end();
      });
      expect(await code(outcome)).toMatch(/CERTIFICATE_REQUIRED|ECONNRESET|EPIPE/);
    } finally {
      await strict.stop();
    }
  });
});

describe('enterprise users', () => {
  it('the list is a bare array of the users of the authenticated organisation only', async () => {
    const list = users(await ask('GET', `/api/enterpriseusers${flag}`));
    expect(list.length).toBeGreaterThan(15);
    expect(new Set(list.map((user) => user['OwnerOrgNo']))).toEqual(new Set(['910514318']));
    expect(list.some((user) => 'Secret' in user)).toBe(false);
    expect(list.map((user) => user['UserName'])).toEqual(platform.control.users);
  });

  it('a list holds at most 50 items and is paged with $skip and $top', async () => {
    const large = await startPlatform({ seed: 3, users: 120 });
    const own = platform;
    platform = large;
    try {
      const page = async (query: string): Promise<unknown[]> =>
        users(await ask('GET', `/api/enterpriseusers${flag}${query}`)).map((u) => u['UserName']);
      const pages = [await page(''), await page('&$skip=50'), await page('&%24skip=100')];
      expect(pages.map((names) => names.length)).toEqual([50, 50, 20]);
      expect(pages.flat()).toEqual(large.control.users);
      expect(await page('&$skip=120')).toEqual([]);
      expect(await page('&$top=1')).toEqual([large.control.users[0]]);
      expect(await page('&$top=500')).toHaveLength(50);
    } finally {
      platform = own;
      await large.stop();
    }
  });

  it('creation times are local without a zone, with none, two, three or seven fraction digits', async () => {
    const list = users(await ask('GET', `/api/enterpriseusers${flag}`));
    const forms = list.map((user) => String(user['Created']));
    for (const form of forms) expect(form).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{2,7})?$/);
    expect(new Set(forms.map((form) => form.length)).size).toBeGreaterThan(2);
    expect(String(list.find((u) => u['UserName'] === 'erp-faktura-prod')?.['Created'])).toContain(
      '2019-03-12T09:14:00',
    );
  });

  it('one user comes as an array of one, or as an object from servers that do so', async () => {
    const path = `/api/enterpriseusers/lonn-amelding${flag}`;
    expect(first(await ask('GET', path))['UserName']).toBe('lonn-amelding');
    platform.control.shape.single = 'object';
    const bare = JSON.parse((await ask('GET', path)).text) as Shown;
    expect(bare['UserName']).toBe('lonn-amelding');
  });

  it('a new user comes with a secret of 50 ASCII signs and a time with fraction and offset', async () => {
    const reply = await ask('POST', `/api/enterpriseusers/${flag}`, { body: { UserName: 'ny-1' } });
    const user = first(reply);
    const secret = String(user['Secret']);
    expect(secret).toMatch(/^[!-~]{50}$/);
    for (const sign of '<&"{%') expect(secret).toContain(sign);
    expect(secret).toBe(platform.control.secretOf('ny-1'));
    expect(user['Created']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}\+0[12]:00$/);
    expect(new Date(String(user['Created']))).toEqual(clock.now());
    expect('Secret' in first(await ask('GET', `/api/enterpriseusers/ny-1${flag}`))).toBe(false);
  });

  it('a name in use, in any letter case and by any organisation, is refused with the known words', async () => {
    const taken = 'This user name is already taken. You must enter a unique user name.';
    const rename = `/api/enterpriseusers/mva-rapport${flag}`;
    for (const name of ['Arkiv-Uttrekk', 'bergtind-bilag']) {
      const created = await ask('POST', `/api/enterpriseusers/${flag}`, {
        body: { UserName: name },
      });
      const renamed = await ask('PUT', rename, { body: { UserName: name } });
      for (const reply of [created, renamed]) {
        expect([reply.status, reply.reason]).toEqual([400, taken]);
      }
    }
  });

  it('a rotated secret is new, replaces the old one at once and is said once', async () => {
    const path = `/api/enterpriseusers/hr-sykmelding/rotatesecret${flag}`;
    const [one, two] = [first(await ask('POST', path)), first(await ask('POST', path))];
    expect(one['Secret']).not.toBe(two['Secret']);
    expect(platform.control.secretOf('hr-sykmelding')).toBe(two['Secret']);
    expect(platform.control.secretsGiven['hr-sykmelding']).toEqual([one['Secret'], two['Secret']]);
    const signIn = (password: unknown): Promise<Reply> =>
      ask('POST', `/api/authentication/authenticatewithpassword${flag}`, {
        body: { UserName: 'hr-sykmelding', UserPassword: password },
      });
    expect((await signIn(one['Secret'])).status).toBe(401);
    const good = await signIn(two['Secret']);
    expect([good.status, String(good.headers['set-cookie'])]).toEqual([
      200,
      expect.stringContaining('.AspxAuthProd=') as string,
    ]);
  });

  it('a renamed user keeps its age and secret and is gone under the old name', async () => {
    const before = first(await ask('GET', `/api/enterpriseusers/tilskudd-soknad${flag}`));
    const secret = platform.control.secretOf('tilskudd-soknad');
    const reply = await ask('PUT', `/api/enterpriseusers/tilskudd-soknad${flag}`, {
      body: { UserName: 'tilskudd-å søke' },
    });
    expect(first(reply)).toEqual({ ...before, UserName: 'tilskudd-å søke' });
    expect(platform.control.secretOf('tilskudd-å søke')).toBe(secret);
    expect((await ask('GET', `/api/enterpriseusers/tilskudd-soknad${flag}`)).status).toBe(404);
    const found = await ask('GET', `/api/enterpriseusers/tilskudd-%C3%A5%20s%C3%B8ke${flag}`);
    expect(found.status).toBe(200);
  });

  it('a deleted user is 204 without a body, then 404; a user of others cannot be touched', async () => {
    const path = `/api/enterpriseusers/zz-utfaset-2024${flag}`;
    const reply = await ask('DELETE', path);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.reason).not.toBe('');
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('DELETE', `/api/enterpriseusers/bergtind-bilag${flag}`)).status).toBe(404);
  });

  it('bodies that are no JSON object with a name are refused', async () => {
    const path = `/api/enterpriseusers/${flag}`;
    const results = [
      await ask('POST', path, { body: {} }),
      await ask('POST', path, { body: ['ny-2'] }),
      await ask('POST', path, {
        body: { UserName: 'ny-2' },
        headers: { 'Content-Type': 'text/plain' },
      }),
    ];
    expect(results.map((reply) => reply.status)).toEqual([400, 400, 415]);
  });

  it('links come only to callers that ask for HAL, cannot be guessed, and lead to the resource', async () => {
    const path = '/api/metadata/codelists/Units/2';
    const shown = (reply: Reply) => JSON.parse(reply.text) as Record<string, unknown>;
    expect('_links' in shown(await ask('GET', path))).toBe(false);
    const hal = shown(await ask('GET', path, { headers: { Accept: 'application/hal+json' } }));
    const { href } = (hal['_links'] as { self: { href: string } }).self;
    expect(href.startsWith(`${platform.address}/api/`)).toBe(true);
    expect(href).not.toContain('Units');
    const followed = await ask('GET', href.slice(platform.address.length));
    expect(shown(followed)['Name']).toBe('Units');
    expect((await ask('GET', `/api/g2/aaaaaaaaaaaaaaaaaaaaaa${flag}`)).status).toBe(404);
  });
});

describe('faults on demand', () => {
  const rotate = `/api/enterpriseusers/arkiv-uttrekk/rotatesecret${flag}`;
  const operation = 'enterpriseUsers.rotateSecret';
  const given = (): number => platform.control.secretsGiven['arkiv-uttrekk']?.length ?? 0;

  it.each([true, false])('a reset when the platform has acted: %s', async (acts) => {
    const before = given();
    platform.control.fault({ operation, acts, effect: { kind: 'reset' } });
    expect(await code(ask('POST', rotate))).toBe('ECONNRESET');
    expect(given() - before).toBe(acts ? 1 : 0);
    expect((await ask('POST', rotate)).status).toBe(200);
  });

  it('a body cut short, another type, another status with Retry-After, and a raw answer', async () => {
    const { control } = platform;
    control.fault({ operation, acts: true, effect: { kind: 'truncate', bytes: 30 } });
    expect(await code(ask('POST', rotate))).toBe('ECONNRESET');
    const headers = { 'Content-Type': 'text/plain' };
    control.fault({ operation, acts: true, effect: { kind: 'alter', headers } });
    expect((await ask('POST', rotate)).headers['content-type']).toBe('text/plain');
    const effect = { kind: 'alter', status: 503, headers: { 'Retry-After': '7' } } as const;
    control.fault({ operation: '*', acts: false, effect, times: 2 });
    const busy = [await ask('POST', rotate), await ask('GET', `/api/enterpriseusers${flag}`)];
    expect(busy.map((reply) => [reply.status, reply.headers['retry-after'], reply.text])).toEqual([
      [503, '7', ''],
      [503, '7', ''],
    ]);
    const bytes = 'HTTP/1.1 200 Gr\xf8nt\r\nContent-Length: 2\r\n\r\nok';
    control.fault({ operation, acts: false, effect: { kind: 'raw', bytes } });
    expect(await ask('POST', rotate)).toMatchObject({ reason: 'Gr\xf8nt', text: 'ok' });
  });

  it('a held call waits before or after acting until it is let go', async () => {
    const before = given();
    const held = platform.control.hold(operation, true);
    const call = ask('POST', rotate);
    await held.reached;
    expect(given() - before).toBe(1);
    held.release();
    expect((await call).status).toBe(200);
  });

  it('from a chosen call on, of any operation, everything waits until it is let go', async () => {
    const before = given();
    const held = platform.control.hold('*', false, { from: 2 });
    expect((await ask('POST', rotate)).status).toBe(200);
    const calls = [ask('POST', rotate), ask('GET', `/api/enterpriseusers${flag}`)];
    await held.reached;
    await eventually(() =>
      expect(platform.control.requests.slice(-2).map(statusOf)).toEqual([0, 0]),
    );
    expect(given() - before).toBe(1);
    held.release();
    expect((await Promise.all(calls)).map(statusOf)).toEqual([200, 200]);
    expect((await ask('POST', rotate)).status).toBe(200);
    expect(given() - before).toBe(3);
  });

  it('counters, the log of requests and the subject of the certificate are known', async () => {
    platform.control.forget();
    await ask('GET', `/api/enterpriseusers${flag}`);
    await ask('GET', '/api/enterpriseusers');
    expect(platform.control.counters).toEqual({ 'enterpriseUsers.list': 1 });
    expect(platform.control.requests).toMatchObject([
      { operation: 'enterpriseUsers.list', query: 'ForceEIAuthentication', status: 200 },
      { status: 401, certificate: expect.stringContaining('serialNumber=910514318') as string },
    ]);
    expect(JSON.stringify(platform.control.requests)).not.toContain(platform.apiKey);
  });
});

describe('what it gives away', () => {
  it('both PKCS#12 files open with the passphrase and hold key, leaf and intermediate', () => {
    for (const file of [platform.certificateFile, platform.legacyCertificateFile]) {
      const content = readFileSync(file);
      expect(() =>
        createSecureContext({ pfx: content, passphrase: platform.passphrase }),
      ).not.toThrow();
      expect(() => createSecureContext({ pfx: content, passphrase: 'wrong' })).toThrow();
    }
    const leaf = new X509Certificate(platform.clientCertificatePem);
    expect(leaf.subject).toContain('serialNumber=910514318');
    expect(platform.clientCertificatePem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  it('alone, it is steered over a loopback port and leaves no files behind', async () => {
    const alone = await startStandAlone({ seed: 5, users: 3 });
    const { control, certificateFile } = alone.announcement;
    const state = await onChannel(`${control}state`);
    expect(JSON.parse(state.text)).toMatchObject({ users: { length: 3 }, signIn: 'redirect' });
    const elsewhere = await onChannel(new URL('/state', control).href);
    expect([elsewhere.status, existsSync(certificateFile)]).toEqual([404, true]);
    await alone.stop();
    expect(existsSync(certificateFile)).toBe(false);
  });

  it('its channel puts files into an inbox, and answers a consent request as its giver', async () => {
    const alone = await startStandAlone({ seed: 5, users: 1 });
    const { control } = alone.announcement;
    const told = async (name: string, body?: object) =>
      JSON.parse((await onChannel(control + name, body)).text) as unknown;
    const { reference } = (await told('files', { fileName: 'a.zip', content: 77 })) as Shown;
    expect(await told('files')).toContainEqual(
      expect.objectContaining({ reference, fileName: 'a.zip', size: 77, available: true }),
    );
    const unopened = ((await told('consents')) as Shown[]).find(
      (one) => one['status'] === 'Unopened',
    );
    const code = unopened?.['id'];
    const { returnAddress } = (await told('consents', { code, status: 'Accepted' })) as Shown;
    expect(new URL(String(returnAddress as string)).searchParams.get('AuthorizationCode')).toBe(
      code,
    );
    expect(alone.control.consents.find(String(code as string))?.status).toBe('Accepted');
    await alone.stop();
  });
});

/** With a body it is a POST. */
function onChannel(address: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = httpRequest(address, { agent: false, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    call.once('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
