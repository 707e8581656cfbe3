// Turns the arguments and environment of `npm run dist` into electron-builder options; refuses an incomplete release.
import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newestNotes } from '../release-notes.mjs';

export const usage = `Usage: npm run dist -- [--linux] [--win] [--mac] [--x64] [--arm64] [--dir] [--release] [--out FOLDER]
  --linux --win --mac   for which systems; without one: for this computer's
  --x64 --arm64         for which processors; without one: both, and with --dir this computer's
  --dir                 the unpacked program only; needs no tool but Electron's runtime
  --release             refuses to make what is not signed, notarised or complete
  --out FOLDER          instead of dist/packages
Environment:
  STEWARD_ELECTRON_DIST   a folder with Electron's runtime, instead of fetching it: its zip files, the unpacked runtime, or a
                          folder of that for each system and processor (linux-x64, win32-arm64, darwin-arm64)
  STEWARD_PUBLISHER       the name in the certificate that signs for Windows; several with | between them
  STEWARD_PUBLISHER_KEY   file with the public key (PEM, Ed25519) that signs the lists of new versions
  STEWARD_HOMEPAGE        https address of the product
  STEWARD_MAINTAINER      Name <address> of who answers for the packages
  Signing for Windows, one of three:
    WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD      a certificate in a file (.pfx)
    STEWARD_AZURE_ENDPOINT, STEWARD_AZURE_ACCOUNT, STEWARD_AZURE_PROFILE   Azure Trusted Signing; it signs in by AZURE_TENANT_ID,
                                            AZURE_CLIENT_ID and AZURE_CLIENT_SECRET
    STEWARD_SIGN_COMMAND                    a program that is given the path of a file and signs it: hardware, or another service
  CSC_LINK, CSC_KEY_PASSWORD, CSC_NAME      the certificate that signs for macOS
  APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER (or APPLE_KEYCHAIN_PROFILE)   notarisation`;

const SYSTEMS = ['linux', 'win', 'mac'];
const PROCESSORS = ['x64', 'arm64'];
const FLAGS = new Set([...SYSTEMS, ...PROCESSORS, 'dir', 'release', 'help']);
const OWN_SYSTEM = { linux: 'linux', win32: 'win', darwin: 'mac' };

/** The choices, or a sentence that says what is wrong. */
export function readChoices(args, { platform, arch }) {
  const given = new Set();
  let out = path.join('dist', 'packages');
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i].replace(/^--/, '');
    if (args[i] === '--out') {
      i += 1;
      if (!args[i]) return '--out needs a folder.';
      out = args[i];
    } else if (args[i].startsWith('--') && FLAGS.has(name)) given.add(name);
    else return `Unknown option: ${args[i]}`;
  }
  const dir = given.has('dir');
  const systems = SYSTEMS.filter((system) => given.has(system));
  const processors = PROCESSORS.filter((processor) => given.has(processor));
  return {
    help: given.has('help'),
    dir,
    release: given.has('release'),
    out: path.resolve(out),
    systems: systems.length > 0 ? systems : [OWN_SYSTEM[platform]].filter(Boolean),
    processors: processors.length > 0 ? processors : dir ? [arch] : PROCESSORS,
  };
}

/** What stands in the way of a release; empty when nothing does. */
export function missingForRelease({ systems, dir }, env, product) {
  const { homepage, maintainer } = namesOf(env, product);
  const has = (...names) => names.some((name) => (env[name] ?? '') !== '');
  const findings = [
    [dir, '--release makes packages; leave out --dir.'],
    [isPlaceholder(homepage), 'STEWARD_HOMEPAGE: package.json has a placeholder only.'],
    [isPlaceholder(maintainer), 'STEWARD_MAINTAINER: package.json has a placeholder only.'],
    [
      !has('STEWARD_PUBLISHER_KEY'),
      'STEWARD_PUBLISHER_KEY: without it this version could never be replaced by a newer one.',
    ],
    [
      systems.includes('win') && !has('STEWARD_PUBLISHER'),
      'STEWARD_PUBLISHER: updates for Windows are checked against this name.',
    ],
    ...(systems.includes('win') ? windowsFindings(env, has) : []),
    ...(systems.includes('mac') ? macFindings(has) : []),
  ];
  return findings.filter(([missing]) => missing).map(([, sentence]) => sentence);
}

const AZURE = ['STEWARD_AZURE_ENDPOINT', 'STEWARD_AZURE_ACCOUNT', 'STEWARD_AZURE_PROFILE'];
const AZURE_SIGN_IN = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];

/** The ways of signing for Windows that the environment names. */
function windowsWays(env) {
  const has = (name) => (env[name] ?? '') !== '';
  return [
    ...(has('WIN_CSC_LINK') ? ['WIN_CSC_LINK'] : []),
    ...(AZURE.some(has) ? ['STEWARD_AZURE_ENDPOINT'] : []),
    ...(has('STEWARD_SIGN_COMMAND') ? ['STEWARD_SIGN_COMMAND'] : []),
  ];
}

function windowsFindings(env, has) {
  const ways = windowsWays(env);
  const isAzure = ways.includes('STEWARD_AZURE_ENDPOINT');
  return [
    [
      ways.length === 0,
      'WIN_CSC_LINK (or Azure Trusted Signing, or STEWARD_SIGN_COMMAND): nothing says how to sign for Windows.',
    ],
    [ways.length > 1, `${ways.join(' and ')}: one way of signing for Windows, not several.`],
    ...[...AZURE, ...AZURE_SIGN_IN].map((name) => [
      isAzure && !has(name),
      `${name}: Azure Trusted Signing needs it.`,
    ]),
  ];
}

/** Without all of them the packager would sign, upload, and find out then. */
function macFindings(has) {
  const isKey = !has('APPLE_KEYCHAIN_PROFILE');
  return [
    [!has('CSC_LINK', 'CSC_NAME'), 'CSC_LINK (or CSC_NAME): nothing says how to sign for macOS.'],
    ...['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'].map((name) => [
      isKey && !has(name),
      `${name} (or APPLE_KEYCHAIN_PROFILE): macOS opens nothing that is not notarised.`,
    ]),
  ];
}

/** `.invalid` is nobody's (RFC 2606). */
const isPlaceholder = (text) => /\.invalid\b/.test(text);

function namesOf(env, { homepage, author }) {
  return {
    homepage: env['STEWARD_HOMEPAGE'] || homepage,
    maintainer: env['STEWARD_MAINTAINER'] || `${author.name} <${author.email}>`,
  };
}

/** What is laid over electron-builder.yml. Throws an Error that says which variable is wrong. */
export function configFor({ systems, release, out }, env, product) {
  const { homepage, maintainer } = namesOf(env, product);
  if (!/^https:\/\//.test(homepage)) throw new Error('STEWARD_HOMEPAGE is an https address.');
  const person = /^([^<>]+) <([^<>@\s]+@[^<>@\s]+)>$/.exec(maintainer);
  if (!person) throw new Error('STEWARD_MAINTAINER is written as Name <address>.');
  const config = {
    directories: { output: out },
    extraMetadata: { homepage, author: { name: person[1], email: person[2] } },
    linux: { maintainer },
    releaseInfo: { releaseNotes: newestNotes(product.version) },
    forceCodeSigning: release && systems.some((system) => system !== 'linux'),
  };
  if (env['STEWARD_ELECTRON_DIST']) {
    config.electronDist = runtimeIn(path.resolve(env['STEWARD_ELECTRON_DIST']));
  }
  const publishers = (env['STEWARD_PUBLISHER'] ?? '').split('|').map((name) => name.trim());
  if (publishers.some(Boolean)) {
    config.win = { signtoolOptions: { publisherName: publishers.filter(Boolean) } };
  }
  const [way] = windowsWays(env);
  if (way === 'STEWARD_AZURE_ENDPOINT')
    config.win = {
      ...config.win,
      azureSignOptions: {
        publisherName: publishers.find(Boolean) ?? '',
        endpoint: env['STEWARD_AZURE_ENDPOINT'],
        codeSigningAccountName: env['STEWARD_AZURE_ACCOUNT'],
        certificateProfileName: env['STEWARD_AZURE_PROFILE'],
      },
    };
  if (way === 'STEWARD_SIGN_COMMAND')
    config.win = {
      signtoolOptions: { ...config.win?.signtoolOptions, sign: './build/packaging/sign.mjs' },
    };
  if (release && systems.includes('mac')) {
    config.dmg = { sign: true };
    config.afterAllArtifactBuild = './build/packaging/hooks.mjs';
  }
  if (env['STEWARD_PUBLISHER_KEY']) {
    const from = checkedKey(path.resolve(env['STEWARD_PUBLISHER_KEY']));
    config.extraResources = [{ from, to: 'publisher-key.pem' }];
  }
  // Without a certificate nothing is sealed for macOS, rather than with whatever the keychain holds.
  if (!release && !env['CSC_LINK'] && !env['CSC_NAME']) config.mac = { identity: null };
  return config;
}

/** Electron-builder's question for one system and processor, answered from a folder. */
const runtimeIn =
  (folder) =>
  ({ platformName, arch }) => {
    const own = path.join(folder, `${platformName}-${arch}`);
    return existsSync(own) ? own : folder;
  };

/** The file itself, when it holds a public Ed25519 key and no private one. */
function checkedKey(file) {
  const text = readFileSync(file, 'utf8');
  const wrong = new Error(`STEWARD_PUBLISHER_KEY: ${file} holds no public Ed25519 key.`);
  if (text.includes('PRIVATE')) {
    throw new Error(
      `STEWARD_PUBLISHER_KEY: ${file} holds a private key, which no package may carry.`,
    );
  }
  try {
    if (createPublicKey(text).asymmetricKeyType !== 'ed25519') throw wrong;
  } catch {
    throw wrong;
  }
  return file;
}
