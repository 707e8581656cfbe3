// The settings under which Steward refuses to start.
import { describe, expect, it } from 'vitest';
import { checkStart, type Circumstances } from '../../../../main/shell/start-check.ts';

const decide = (given: Partial<Circumstances>) =>
  checkStart({ env: {}, args: [], packaged: true, ...given });

const variables = [
  { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  { SSLKEYLOGFILE: '/tmp/keys' },
  { ELECTRON_RUN_AS_NODE: '1' },
  { NODE_OPTIONS: '--inspect' },
  { NODE_OPTIONS: '--max-old-space-size=100 --tls-keylog=/tmp/keys' },
];
const switches = [
  '--remote-debugging-port=9222',
  '-remote-debugging-port=9222',
  '--REMOTE-DEBUGGING-PORT',
  '--remote-debugging-pipe',
  '--inspect',
  '--inspect=0.0.0.0:9229',
  '--inspect_brk',
  '--inspect-port=1',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors=true',
  '--no-sandbox',
  '--disable-web-security',
  '--tls-keylog=x',
];

it('INS-08 what opens the page alone does not keep a command line from starting', () => {
  const ofPage = ['--no-sandbox', '--disable-web-security'];
  for (const arg of switches) {
    const { refused } = decide({ args: [arg], hasPage: false });
    expect(refused).toHaveLength(ofPage.includes(arg) ? 0 : 1);
  }
});

it('says why in both languages', () => {
  const [said] = decide({ args: ['--no-sandbox'], locale: 'nb' }).refused;
  expect(said).toBe(
    'Valget --no-sandbox kjører vinduet utenfor sandkassen. Fjern det, og start Steward på nytt.',
  );
});

describe('ISO-09 the installed program does not start', () => {
  it.each(variables)('with %o', (env) => {
    const { refused } = decide({ env });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/Remove it, then start Steward again/);
  });

  it.each(switches)('with %s', (arg) => {
    expect(decide({ args: ['--data', 'x', arg] }).refused).toHaveLength(1);
  });

  it('names every reason at once', () => {
    const env = { SSLKEYLOGFILE: 'x', NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(decide({ env, args: ['--inspect'] }).refused).toHaveLength(3);
  });
});

describe('ISO-09 what is no reason', () => {
  it.each([
    { env: {} },
    { env: { NODE_TLS_REJECT_UNAUTHORIZED: '', SSLKEYLOGFILE: '' } },
    { args: ['--data', '/home/kari/inspect', '--headless'] },
    { args: ['remote-debugging-port', '--inspector-general'] },
  ])('%o', (given) => {
    expect(decide(given).refused).toEqual([]);
  });

  it('a developer may debug an own copy, but not switch certificates off', () => {
    const args = ['--inspect', '--remote-debugging-port=0', '--no-sandbox'];
    expect(decide({ args, packaged: false }).refused).toEqual([]);
    expect(decide({ args: ['--ignore-certificate-errors'], packaged: false }).refused).toHaveLength(
      1,
    );
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(decide({ env, packaged: false }).refused).toHaveLength(1);
  });

  it('a company’s extra CA file is noted, not refused', () => {
    const { refused, notes } = decide({ env: { NODE_EXTRA_CA_CERTS: '/etc/ca.pem' } });
    expect(refused).toEqual([]);
    expect(notes).toHaveLength(1);
  });
});
