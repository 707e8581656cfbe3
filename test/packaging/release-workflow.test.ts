// The release as it would run tomorrow, walked through on machines made here: every step, and what is wrong is told.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/imports.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { makeWorld, walkRelease, type World } from './release-walk.ts';

const temp = makeTempFolder('release');
let world: World;
beforeAll(async () => {
  world = await makeWorld(temp.path);
});
afterAll(() => {
  temp.remove();
});
const workflow = readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');

describe('ELC-02 the walk through the release', () => {
  it('ELC-02 every step of every job does its work, and the draft has all that a release needs', () => {
    const { trouble, done, draft } = walkRelease(world);
    expect(trouble).toBeUndefined();
    for (const kind of ['deb amd64', 'rpm-opensuse aarch64', 'portable arm64', 'dmg x64'])
      expect(done).toContain(`release.yml try ${kind}: Install, start, upgrade, remove`);
    const packages = draft.filter((name) => /\.(AppImage|deb|rpm|exe|dmg|zip)$/.test(name));
    // Two processors: three kinds for Linux, two each for Windows and macOS.
    expect(packages).toHaveLength(14);
    expect(draft.filter((name) => !packages.includes(name))).toEqual([
      'SHA256SUMS',
      ...['linux', 'mac', 'win'].map((system) => `bill-of-materials-${system}.cdx.json`),
      ...['latest-linux-arm64', 'latest-linux', 'latest-mac', 'latest'].flatMap((list) => [
        `${list}.yml`,
        `${list}.yml.sig`,
      ]),
      ...['linux', 'mac', 'win'].map((system) => `verified-${system}.md`),
    ]);
  });

  it('ELC-02 the first release of all, before which there is none, comes to its draft too', () => {
    const { trouble, draft } = walkRelease(world, { onlyTried: ['deb'], isFirst: true });
    expect(trouble).toBeUndefined();
    expect(draft).toContain('SHA256SUMS');
  });

  it.each([
    [
      'a wrong path of a script',
      'node build/packaging/try-package.mjs',
      'node build/try-package.mjs',
      /Install, start.*Cannot find module/s,
    ],
    [
      'a wrong folder of the packed program',
      'unpacked: mac-arm64',
      'unpacked: mac-arm64-unpacked',
      /packages mac.*no packed program/s,
    ],
    [
      'a missing input',
      'STEWARD_PUBLISHER: ${{ vars.STEWARD_PUBLISHER }}',
      "SOMETHING: ''",
      /packages win.*STEWARD_PUBLISHER/s,
    ],
    [
      'a misspelt secret',
      'secrets.MAC_CSC_LINK',
      'secrets.MAC_CERT_LINK',
      /MAC_CERT_LINK is not in the guide/,
    ],
    [
      'secrets where nobody has agreed',
      'environment: release\n    permissions:\n      # To',
      'permissions:\n      # To',
      /lists of new versions/,
    ],
    [
      'a wrong user',
      'sudo apt-get update && sudo apt-get install',
      'apt-get update && apt-get install',
      /packages linux.*Permission denied: runner/s,
    ],
    [
      'a user that nobody can make',
      'findutils shadow-utils util-linux',
      'findutils util-linux',
      /try rpm-fedora.*useradd/s,
    ],
    [
      'a sandbox that nobody allows',
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
      'echo nothing',
      /No usable sandbox/,
    ],
    ['a missing program', 'rpm nsis xvfb', 'rpm xvfb', /packages linux.*missing here: nsis/s],
    [
      'a missing output',
      '--out "dist/release/verified-$SYSTEM.md"',
      '',
      /What is handed on.*dist\/release/s,
    ],
    ['an output that is not handed on', "-name 'steward-*' -o", '', /try deb.*Install, start/s],
    [
      'a wrong name of an artifact',
      'name: packages-${{ matrix.from }}',
      'name: package-${{ matrix.from }}',
      /no artifact package-linux/,
    ],
    [
      'one name for the artifacts of three systems',
      'name: packages-${{ matrix.name }}',
      'name: packages',
      /artifact packages already/,
    ],
    [
      'one file for three systems',
      '"dist/release/bill-of-materials-$SYSTEM.cdx.json"',
      'dist/release/',
      /attest.*several artifacts/s,
    ],
    [
      'a package for another processor',
      "file: '*-arm64.deb'",
      "file: '*-amd64.deb'",
      /try deb arm64.*for x64/s,
    ],
    ['nothing to attest', 'subject-path: packages/*', 'subject-path: dist/*', /nothing to attest/],
    ['a right that is not there', 'contents: write', 'contents: read', /draft.*403/s],
    [
      'a shell that Windows would choose',
      'defaults:\n  run:\n    shell: bash\n',
      '',
      /another shell than bash/,
    ],
    [
      'lists that nobody signed',
      'printf \'%s\\n\' "$LIST_KEY_NAMED" > "$RUNNER_TEMP/list-key.pem.named"\n',
      '\n',
      /lists of new versions.*root has to name/s,
    ],
  ])('ELC-02 %s is red', (_what, right, wrong, told) => {
    const changed = workflow.replace(right, wrong);
    expect(changed).not.toBe(workflow);
    const { trouble } = walkRelease(world, { workflow: changed, onlyTried: ['deb', 'rpm-fedora'] });
    expect(trouble).toMatch(told);
  });
});
