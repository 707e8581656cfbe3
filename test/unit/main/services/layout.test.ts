// The saved window state: kept over a restart, by name, without removed connections; damage loses nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutService, openLayout } from '../../../../main/services/layout.ts';
import { openDocuments } from '../../../../main/storage/documents.ts';
import { layoutOperations } from '../../../../preload/contract/layout.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const context = { signal: new AbortController().signal, report: () => undefined };

async function open(folder: string, connections: readonly string[] = ['c-1', 'c-2']) {
  const documents = await openDocuments({ folder });
  const document = await openLayout(documents);
  const all = () => connections.map((id) => ({ id })) as never;
  const { get, remember } = layoutService({ layout: document, connections: { all } });
  return {
    setAside: documents.setAside,
    get: () => get({}, context),
    remember: (input: Parameters<typeof remember>[0]) => remember(input, context),
  };
}
const place = (screen: string, id: string | null = null) => ({ screen, id });
const parties = (acting: string | null) => ({ acting, recent: ['my'], starred: ['r1'] });

describe('the layout', () => {
  it('begins empty; what is named replaces what was kept under that name, and is there at the next start', async () => {
    const folder = tempFolder();
    const first = await open(folder);
    expect(await first.get()).toEqual({
      sidebarWidth: null,
      inspectorWidths: {},
      sorting: {},
      places: {},
      parties: {},
      actsAsUser: {},
      serviceOwners: {},
      folded: [],
      eventOffsets: {},
    });
    await first.remember({
      sidebarWidth: 260,
      inspectorWidths: { reportees: 400, profile: 300 },
      places: { 'c-1': place('reportees', 'r1'), none: place('metadata') },
      sorting: { reportees: { column: 'name', rising: true } },
    });
    await first.remember({
      inspectorWidths: { profile: 320 },
      parties: { 'c-1': parties('r1') },
      places: { 'c-1': place('profile') },
      actsAsUser: { 'c-1': true },
      serviceOwners: { 'c-1': false },
      folded: ['reference'],
    });
    expect(await (await open(folder)).get()).toEqual({
      sidebarWidth: 260,
      inspectorWidths: { reportees: 400, profile: 320 },
      places: { 'c-1': place('profile'), none: place('metadata') },
      sorting: { reportees: { column: 'name', rising: true } },
      parties: { 'c-1': parties('r1') },
      actsAsUser: { 'c-1': true },
      serviceOwners: { 'c-1': false },
      folded: ['reference'],
      eventOffsets: {},
    });
    await first.remember({ sidebarWidth: null });
    expect((await first.get()).sidebarWidth).toBeNull();
  });

  it('forgets with the next change what belongs to a connection that is gone', async () => {
    const folder = tempFolder();
    const first = await open(folder);
    const both = { 'c-1': place('profile'), 'c-2': place('reportees') };
    await first.remember({
      places: both,
      parties: { 'c-1': parties(null), 'c-2': parties('my') },
      actsAsUser: { 'c-1': true, 'c-2': true },
      serviceOwners: { 'c-1': true, 'c-2': false },
    });
    const later = await open(folder, ['c-2']);
    await later.remember({ places: { 'c-9': place('profile'), none: place('metadata') } });
    const kept = await later.get();
    expect(Object.keys(kept.places).sort()).toEqual(['c-2', 'none']);
    expect(Object.keys(kept.parties)).toEqual(['c-2']);
    expect(kept.actsAsUser).toEqual({ 'c-2': true });
    expect(kept.serviceOwners).toEqual({ 'c-2': false });
  });

  it('FIL-07 begins anew when its file is damaged, which is set aside and said', async () => {
    const folder = tempFolder();
    await (await open(folder)).remember({ sidebarWidth: 260 });
    const file = path.join(folder, 'layout.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('260', '261'));
    const again = await open(folder);
    expect((await again.get()).sidebarWidth).toBeNull();
    expect(again.setAside.map(String).join()).toContain('layout.json.bad-');
    await again.remember({ sidebarWidth: 270 });
    expect((await (await open(folder)).get()).sidebarWidth).toBe(270);
  });

  it('takes nothing that is too large, has no such form, or would be more than a place', () => {
    const { input } = layoutOperations.remember;
    const many = Array.from({ length: 201 }, (_, at) => `r${at}`);
    for (const given of [
      { sidebarWidth: 20 },
      { sidebarWidth: 300.5 },
      { inspectorWidths: { 'A screen': 300 } },
      { places: { 'c-1': place('profile', 'x'.repeat(257)) } },
      { places: { '../c-1': place('profile') } },
      { parties: { 'c-1': { ...parties('my'), recent: many.slice(0, 6) } } },
      { parties: { 'c-1': { ...parties('my'), starred: many } } },
      { parties: { 'c-1': parties('01010112345') } },
      { searches: ['Kari'] },
    ])
      expect(input.safeParse(given).success, JSON.stringify(given).slice(0, 80)).toBe(false);
    expect(
      input.safeParse({ parties: { 'c-1': { ...parties('my'), starred: many.slice(1) } } }).success,
    ).toBe(true);
  });
});
