// Trying a package on its system: what is run for each kind, in which order, and that nothing bad passes.
import { describe, expect, it } from 'vitest';
import { kinds, tryPackage } from '../../../build/packaging/try-package.mjs';

const place = '/try/place';
const installed = 'C:\\Users\\kari\\AppData\\Local\\Programs\\Steward';

/** A system on which everything goes well, but for what `wrong` says of a command line. */
function system(
  wrong: (line: string) => { code: number; out: string } | undefined = () => undefined,
) {
  const ran: string[] = [];
  let version = '';
  const run = (command: readonly string[]) => {
    const line = command.join(' ');
    ran.push(line);
    version =
      /steward-(\d\.\d\.\d)[^ ]*\.(?:deb|rpm|exe|dmg|zip|AppImage)/.exec(line)?.[1] ?? version;
    const good = line.endsWith('--version')
      ? version
      : line.includes('--self-test')
        ? 'a line\n{"ok":true}'
        : 'connections.list';
    return { code: 0, out: good, err: '', ...wrong(line) };
  };
  const host = {
    ...{ run, exists: () => false, place, installed, log: () => undefined },
    isRoot: false,
  };
  return { ran, host };
}
const fileOf = (kind: string, version: string) =>
  `/x/steward-${version}-${kind}.${{ deb: 'deb', appimage: 'AppImage', nsis: 'exe', portable: 'exe', dmg: 'dmg', zip: 'zip' }[kind] ?? 'rpm'}`;

describe('INS-10 trying a package', () => {
  it.each(kinds)(
    'INS-10 %s is installed, started, upgraded over an earlier one, started, and removed',
    (kind) => {
      const { ran, host } = system();
      const report = tryPackage(kind, fileOf(kind, '1.2.0'), fileOf(kind, '1.1.0'), host);
      expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
      expect(report).toMatchObject({ kind, ok: true });
      const at = (text: string) => ran.findIndex((line) => line.includes(text));
      expect(at('1.1.0')).toBeGreaterThanOrEqual(0);
      expect(at('1.2.0')).toBeGreaterThan(at('--self-test'));
      expect(ran.filter((line) => line.includes('--self-test --keychain memory'))).toHaveLength(2);
      expect(report.steps.slice(-2).map(({ step }) => step)).toEqual([
        'remove',
        'nothing of the program is left',
      ]);
    },
  );

  it('ELC-02 what root installs on Linux an ordinary user starts, who has a sandbox', () => {
    const { ran, host } = system();
    tryPackage('deb', fileOf('deb', '1.2.0'), undefined, host);
    const [install, ...rest] = ran;
    expect(install).toMatch(/^sudo apt-get install/);
    expect(
      rest
        .slice(0, -1)
        .every((line) => line.startsWith('steward --') || line === 'steward operations'),
    ).toBe(true);
    expect(rest.at(-1)).toMatch(/^sudo apt-get purge/);
  });

  it.each(['rpm-fedora', 'rpm-opensuse'])(
    'ELC-02 in a container of %s, where all is root, a user made for it starts it without a sandbox',
    (kind) => {
      const { ran, host } = system();
      const report = tryPackage(kind, fileOf(kind, '1.2.0'), undefined, { ...host, isRoot: true });
      expect(report.ok).toBe(true);
      expect(ran[0]).toBe('useradd --create-home steward-try');
      const started = ran.filter((line) => line.includes('steward --no-sandbox'));
      expect(started).toHaveLength(3);
      for (const line of started)
        expect(line).toMatch(
          /^runuser --user steward-try -- env HOME=\/home\/steward-try steward --no-sandbox /,
        );
    },
  );

  it('ELC-02 the portable program of Windows, which prints to nobody, is judged by its exit code', () => {
    const mute = system(() => ({ code: 0, out: '' }));
    expect(tryPackage('portable', fileOf('portable', '1.2.0'), undefined, mute.host).ok).toBe(true);
    const ill = system((line) => ({ code: line.includes('--self-test') ? 1 : 0, out: '' }));
    expect(tryPackage('portable', fileOf('portable', '1.2.0'), undefined, ill.host).ok).toBe(false);
  });

  it('INS-10 the uninstaller of Windows is waited for, and the seals of macOS are looked at', () => {
    const windows = system();
    tryPackage('nsis', fileOf('nsis', '1.2.0'), undefined, windows.host);
    expect(windows.ran.at(-1)).toBe(
      `${installed}\\Uninstall Steward.exe /S /currentuser _?=${installed}`,
    );
    const mac = system();
    tryPackage('dmg', fileOf('dmg', '1.2.0'), undefined, mac.host);
    for (const looked of ['spctl --assess --type open', 'stapler validate', 'codesign --verify'])
      expect(mac.ran.join('\n')).toContain(looked);
  });

  it.each([
    ['an installation that fails', (line: string) => line.includes('apt-get install'), 'install'],
    [
      'a version that is another one',
      (line: string) => line.endsWith('--version'),
      'says its version',
    ],
    ['a self-test that fails', (line: string) => line.includes('--self-test'), 'own test'],
    ['a removal that fails', (line: string) => line.includes('apt-get purge'), 'remove'],
  ])('INS-10 %s is told, and nothing more is done', (_name, isIt, step) => {
    const { ran, host } = system((line) => (isIt(line) ? { code: 1, out: 'no' } : undefined));
    const report = tryPackage('deb', fileOf('deb', '1.2.0'), undefined, host);
    expect(report.ok).toBe(false);
    const failed = report.steps.at(-1);
    expect(failed).toMatchObject({ ok: false, why: expect.stringContaining('no') as unknown });
    expect(failed?.step).toContain(step);
    expect(isIt(ran.at(-1) ?? '')).toBe(true);
  });

  it('INS-10 a part that says it is well although it is not, and what is left behind, do not pass', () => {
    const ill = system((line) =>
      line.includes('--self-test') ? { code: 0, out: '{"ok":false}' } : undefined,
    );
    expect(tryPackage('deb', fileOf('deb', '1.2.0'), undefined, ill.host).ok).toBe(false);
    const { host } = system();
    const left = tryPackage('deb', fileOf('deb', '1.2.0'), undefined, {
      ...host,
      exists: (file) => file === '/opt/Steward',
    });
    expect(left.steps.at(-1)).toMatchObject({ ok: false, why: '/opt/Steward is still there' });
  });
});
