#!/usr/bin/env node
// Makes a deb or rpm from what electron-builder asks of fpm, with the system's own dpkg-deb and rpmbuild. Only for tests.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FLAGS = new Set(['--force', '--debug']);
const SCRIPTS = ['after-install', 'after-remove', 'before-remove'];

/** Options by name, each with all its values, and what goes where: `from=to`. */
function read(args) {
  const options = {};
  const files = [];
  for (let n = 0; n < args.length; n++) {
    const arg = args[n];
    if (FLAGS.has(arg)) continue;
    if (!arg.startsWith('-')) {
      files.push(arg.split('='));
      continue;
    }
    const [name, given] = arg.startsWith('--') ? split(arg.slice(2)) : [arg.slice(1)];
    (options[name] ??= []).push(given ?? args[(n += 1)]);
  }
  return { options, files };
}

function split(text) {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const { options, files } = read(process.argv.slice(2));
const one = (name) => options[name]?.[0] ?? '';
const work = mkdtempSync(path.join(tmpdir(), 'packer-'));
const tree = path.join(work, 'tree');
try {
  for (const [from, to] of files) {
    const target = path.join(tree, to);
    mkdirSync(from.endsWith('/') ? target : path.dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true });
  }
  const scripts = SCRIPTS.filter((name) => options[name]).map((name) => [
    name,
    readFileSync(one(name), 'utf8'),
  ]);
  if (one('t') === 'deb') makeDeb(Object.fromEntries(scripts));
  else makeRpm(Object.fromEntries(scripts));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeDeb(scripts) {
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control, { recursive: true });
  const [summary, ...more] = one('description').trim().split('\n');
  const lines = [
    `Package: ${one('name')}`,
    `Version: ${one('version')}`,
    `Architecture: ${one('architecture')}`,
    `Maintainer: ${one('maintainer')}`,
    `Section: ${one('category')}`,
    `Priority: ${one('deb-priority')}`,
    `Depends: ${(options['d'] ?? []).join(', ')}`,
    `Recommends: ${(options['deb-recommends'] ?? []).join(', ')}`,
    `Description: ${summary}`,
    ...more.map((line) => ` ${line.trim()}`),
  ];
  writeFileSync(path.join(control, 'control'), `${lines.join('\n')}\n`);
  const names = { 'after-install': 'postinst', 'after-remove': 'postrm', 'before-remove': 'prerm' };
  for (const [name, text] of Object.entries(scripts)) {
    const file = path.join(control, names[name]);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
  execFileSync('dpkg-deb', ['-Znone', '--root-owner-group', '--build', tree, one('package')]);
}

function makeRpm(scripts) {
  const section = (title, name) => {
    const [first = '', ...rest] = (scripts[name] ?? '').split('\n');
    const shell = /^#!(\S+)/.exec(first)?.[1] ?? '/bin/sh';
    return name in scripts ? `%${title} -p ${shell}\n${rest.join('\n').replaceAll('%', '%%')}` : '';
  };
  const spec = `
Name: ${one('name')}
Version: ${one('version')}
Release: 1
Summary: ${one('rpm-summary')}
License: ${one('license')}
Vendor: ${one('vendor')}
AutoReqProv: no
${(options['d'] ?? []).map((name) => `Requires: ${name}`).join('\n')}
${(options['rpm-tag'] ?? []).join('\n')}
%description
${one('description')}
%install
mkdir -p %{buildroot}
cp -a '${tree}/.' %{buildroot}
%files
%defattr(-,root,root,-)
${files
  .map(([, to]) => to)
  .map((to) => `"${to}"`)
  .join('\n')}
${section('post', 'after-install')}
${section('preun', 'before-remove')}
${section('postun', 'after-remove')}
`;
  const file = path.join(work, 'one.spec');
  writeFileSync(file, spec);
  const defines = [
    `_topdir ${work}/rpm`,
    '_build_id_links none',
    '_binary_payload w0.gzdio',
    '__os_install_post %{nil}',
    '_buildhost steward.invalid',
    // With SOURCE_DATE_EPOCH the same files make the same package.
    'use_source_date_epoch_as_buildtime 1',
    'clamp_mtime_to_source_date_epoch 1',
  ];
  execFileSync('rpmbuild', [
    '-bb',
    ...['--target', one('architecture')],
    ...defines.flatMap((text) => ['--define', text]),
    file,
  ]);
  cpSync(
    path.join(
      work,
      'rpm/RPMS',
      one('architecture'),
      `${one('name')}-${one('version')}-1.${one('architecture')}.rpm`,
    ),
    one('package'),
  );
}
