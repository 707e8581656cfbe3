// Role definitions through the whole program: three kinds read, local ones changed, never over an unseen change.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GivenRight } from '../../preload/contract/role-definitions.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { everythingOn } from '../platform/shape.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ switches: everythingOn });
let numbered = 0;

/** A new role's name, and one or two rights to services that the platform has. */
function wanted(...actions: readonly GivenRight['action'][]) {
  const { services } = world().platform.control.metadata;
  const rights = (actions.length === 0 ? (['Read'] as const) : actions).map((action, at) => ({
    serviceCode: services[at]?.code ?? '',
    serviceEdition: services[at]?.edition ?? 1,
    action,
  }));
  return { name: `Løn & "<påtegning>" ${(numbered += 1)}`, description: 'Kvart halvår', rights };
}

const localRoles = () => {
  const { control, organisationNumber } = world().platform;
  return control.localRoles(organisationNumber);
};
const executed = (name: string) => world().platform.control.executed(`roleDefinitions.${name}`);

function desk(mediaType: Parameters<ReturnType<typeof world>['in']>[0] = 'application/hal+json') {
  const { steward, platform } = world();
  const all = steward.client.roleDefinitions;
  const at = { connection: world().in(mediaType), who: 'my' };
  const made = async (...actions: readonly GivenRight['action'][]) => {
    const asked = wanted(...actions);
    const { id } = await valueOf(all.create({ ...at, ...asked }));
    return { ...asked, id, expected: await shown(id) };
  };
  const shown = async (role: number) => {
    const { name, description, rights } = await valueOf(all.get({ ...at, role }));
    const seen = rights.map(({ serviceCode, serviceEdition, action }) => ({
      serviceCode,
      serviceEdition,
      action: action.word,
    }));
    return { name, description, rights: seen };
  };
  return { all, at, made, shown, control: platform.control };
}

inEveryMediaType((mediaType) => {
  it('RDF-01 LIM-01 all three kinds are listed, over pages, with the words of the server', async () => {
    const { all, at } = desk(mediaType);
    const list = await valueOf(all.list(at));
    const kinds = new Map(list.roles.map(({ kind, type }) => [kind, type]));
    expect(Object.fromEntries(kinds)).toEqual({
      external: 'External',
      platform: 'Altinn',
      local: 'Local',
    });
    expect(list.roles.length).toBeGreaterThan(50);
    expect(new Set(list.roles.map(({ id }) => id)).size).toBe(list.roles.length);
    expect(list.completeness).toEqual({ complete: true, because: null, calls: 3 });
    // Blanks after a name are the server's carelessness.
    expect(list.roles.find(({ id }) => id === 10)?.name).toBe('Managing shipowner');
  });

  it('RDF-02 a role has its rights, actions in the server’s spelling and as the known ones', async () => {
    const { all, at } = desk(mediaType);
    const { roles } = await valueOf(all.list(at));
    const read = await Promise.all(
      roles.slice(0, 25).map(({ id }) => valueOf(all.get({ ...at, role: id }))),
    );
    const rights = read.flatMap((role) => role.rights);
    const known = new Map(rights.map(({ action }) => [action.word, action.known]));
    expect(known.get('ArchiveRead') ?? known.get('Archive-Read')).toBe('ReadArchive');
    expect([...known.values()]).not.toContain('unknown');
    for (const right of rights) {
      expect(right.serviceCode).toMatch(/^\d{4,5}$/);
      expect(right.serviceEdition).toBeGreaterThan(0);
      expect(right.delegable).toEqual(expect.any(Boolean));
    }
  });

  it('RDF-03 RDF-04 RDF-05 a local role is made, read back, replaced whole and removed', async () => {
    const { all, at, shown, control } = desk(mediaType);
    const asked = wanted('Read', 'Sign');
    const made = await valueOf(all.create({ ...at, ...asked }));
    expect(made.role).toMatchObject({ id: made.id, kind: 'local', name: asked.name });
    expect(localRoles().find(({ id }) => id === made.id)).toMatchObject({
      name: asked.name,
      description: 'Kvart halvår',
      language: 1033,
      rights: asked.rights,
    });
    const expected = await shown(made.id);
    const other = { ...wanted('DeleteArchive'), language: 2068 as const };
    const replaced = await valueOf(all.replace({ ...at, role: made.id, ...other, expected }));
    expect(replaced.role?.rights.map(({ action }) => action.known)).toEqual(['DeleteArchive']);
    expect(localRoles().find(({ id }) => id === made.id)).toMatchObject({
      name: other.name,
      language: 2068,
      rights: other.rights,
    });
    await valueOf(all.remove({ ...at, role: made.id }));
    expect(localRoles().some(({ id }) => id === made.id)).toBe(false);
    expect(await all.get({ ...at, role: made.id })).toMatchObject({
      failure: { kind: 'not-found', reason: 'The role definition was not found.' },
    });
    const writes = control.requests.filter(({ method }) => method === 'POST' || method === 'PUT');
    for (const { query } of writes) expect(query).toMatch(/language=(1033|2068)/);
  });
});

describe('before a call', () => {
  it('a right given twice, no right and no name are refused at their fields', async () => {
    const { all, at } = desk();
    const role = wanted('Read');
    const twice = { ...role, rights: [...role.rights, ...role.rights] };
    expect(await all.create({ ...at, ...twice })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { 'rights.1': 'same-as-before' } },
    });
    expect(await all.create({ ...at, ...role, rights: [], name: '' })).toMatchObject({
      failure: { fields: { rights: 'required', name: 'required' } },
    });
    expect(await all.create({ ...at, ...role, who: '../my' })).toMatchObject({
      failure: { fields: { who: 'party' } },
    });
    expect(executed('list')).toBe(0);
  });

  it('a name that a local role has is a conflict at the field, and nothing is sent', async () => {
    const { all, at, made } = desk();
    const { name } = await made();
    const before = executed('create');
    const again = { ...wanted(), name: ` ${name.toUpperCase()}` };
    expect(await all.create({ ...at, ...again })).toMatchObject({
      failure: { kind: 'conflict', field: 'name' },
    });
    expect(executed('create')).toBe(before);
  });

  it('roles that hold for everyone are not changed: that is said before anything is sent', async () => {
    const { all, at, shown, control } = desk();
    const expected = await shown(4);
    const kept = { name: expected.name, description: '', rights: wanted().rights };
    for (const call of [
      all.replace({ ...at, role: 4, ...kept, expected }),
      all.remove({ ...at, role: 4 }),
    ])
      expect(await call).toMatchObject({
        failure: { kind: 'conflict', message: expect.stringContaining('External') as string },
      });
    expect(control.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('RDF-04 a role that changed since it was shown is not overwritten; both states are named', async () => {
    const { all, at, made, control } = desk();
    const { id, expected } = await made('Read', 'Write');
    const [first] = expected.rights;
    const other = { ...wanted('Sign'), name: expected.name };
    await valueOf(all.replace({ ...at, role: id, ...other, expected }));
    control.forget();
    const result = await all.replace({ ...at, role: id, ...wanted('Read'), expected });
    expect(result).toMatchObject({ failure: { kind: 'conflict', field: 'expected' } });
    const message = !result.ok && result.failure.message;
    expect(message).toContain(`Shown and gone: Read ${first?.serviceCode ?? '-'}/`);
    expect(message).toContain('Not shown and there: Sign ');
    expect(control.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it.each([
    [
      'description',
      { description: 'Kvart år' },
      'Its description was “Kvart halvår” and is “Kvart år”.',
    ],
    ['name', { name: 'Another name of somebody' }, 'and is “Another name of somebody”.'],
  ])('RDF-04 a %s that somebody changed meanwhile is not overwritten', async (_, theirs, said) => {
    const { all, at, made, control } = desk();
    const { id, expected } = await made('Read');
    const same = { ...wanted('Read'), name: expected.name };
    await valueOf(all.replace({ ...at, role: id, ...same, ...theirs, expected }));
    control.forget();
    expect(await all.replace({ ...at, role: id, ...same, expected })).toMatchObject({
      failure: {
        kind: 'conflict',
        field: 'expected',
        message: expect.stringContaining(said) as string,
      },
    });
    expect(control.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(localRoles().find((one) => one.id === id)).toMatchObject(theirs);
  });

  it('the order of rights and the spelling of an action make no other role', async () => {
    const { all, at, made } = desk();
    const { id, expected } = await made('Read', 'ReadArchive');
    const [read, archive] = expected.rights;
    const spelt = archive && { ...archive, action: 'Archive-Read' };
    const rights = [spelt, read].filter((right) => right !== undefined);
    const next = { ...wanted('Write'), expected: { ...expected, rights } };
    expect(await all.replace({ ...at, role: id, ...next })).toMatchObject({ ok: true });
  });
});

describe('RTY-06 an answer that was lost', () => {
  const lost = { kind: 'reset' } as const;
  const fault = (name: string, acts: boolean) => {
    const operation = `roleDefinitions.${name}`;
    world().platform.control.fault({ operation, acts, effect: lost });
  };

  it('to a creation is found by name and rights in the list', async () => {
    const { all, at } = desk();
    const asked = wanted('Write', 'Read');
    fault('create', true);
    const { id, role } = await valueOf(all.create({ ...at, ...asked }));
    expect(localRoles().find((one) => one.id === id)?.name).toBe(asked.name);
    expect(role?.name).toBe(asked.name);
    expect(executed('create')).toBe(1);
  });

  it('stays unknown when the list shows nothing of it, and is not sent again', async () => {
    const { all, at, made, shown } = desk();
    const { id } = await made();
    const expected = await shown(id);
    const before = executed('create');
    for (const name of ['create', 'replace', 'remove']) fault(name, false);
    expect(await all.create({ ...at, ...wanted() })).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
    expect(await all.replace({ ...at, role: id, ...wanted('Sign'), expected })).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
    expect(await all.remove({ ...at, role: id })).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
    expect(executed('create')).toBe(before);
    expect(localRoles().find((one) => one.id === id)?.rights).toMatchObject([{ action: 'Read' }]);
  });

  it('is not settled by a role of the same name that somebody else made with other rights', async () => {
    const { all, at, control } = desk();
    const asked = wanted('Read');
    const held = control.hold('roleDefinitions.create', false);
    fault('create', false);
    const creating = all.create({ ...at, ...asked });
    await held.reached;
    const [model] = localRoles();
    if (!model) throw new Error('There is no local role.');
    const rights = model.rights.map((right) => ({ ...right, action: 'Sign' }));
    (localRoles() as unknown[]).push({ ...model, ...asked, rights, id: 900_000 + numbered });
    held.release();
    expect(await creating).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });

  it('LIM-02 is not settled by a role that was only missing in a list of which the platform held back a part', async () => {
    const { all, at, control } = desk();
    const asked = wanted('Read');
    await valueOf(all.create({ ...at, ...asked }));
    control.fault({
      operation: 'roleDefinitions.list',
      acts: true,
      effect: { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' }, body: '[]' },
    });
    fault('create', false);
    expect(await all.create({ ...at, ...asked })).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
  });

  it('to a replacement and to a removal is settled by reading the role', async () => {
    const { all, at, made } = desk();
    const { id, expected } = await made();
    const next = wanted('Sign', 'Read');
    fault('replace', true);
    const { role } = await valueOf(all.replace({ ...at, role: id, ...next, expected }));
    expect(role).toMatchObject({ id, name: next.name });
    fault('remove', true);
    expect(await all.remove({ ...at, role: id })).toEqual({ ok: true, value: {} });
    expect([executed('replace'), executed('remove')]).toEqual([1, 1]);
  });

  it('RDF-03 a creation without Location, or with one that leads elsewhere, still has its id', async () => {
    const { all, at, control } = desk();
    for (const headers of [{ Location: '' }, { Location: 'https://elsewhere.example/roles' }]) {
      const asked = wanted('Read', 'Write');
      control.fault({
        operation: 'roleDefinitions.create',
        acts: true,
        effect: { kind: 'alter', headers },
      });
      const { id } = await valueOf(all.create({ ...at, ...asked }));
      expect(localRoles().find((one) => one.id === id)?.name).toBe(asked.name);
    }
  });

  it('a creation that is said to be done and shown nowhere is not called a failure of reading', async () => {
    const { all, at, control } = desk();
    const held = control.hold('roleDefinitions.create', true);
    control.fault({
      operation: 'roleDefinitions.create',
      acts: true,
      effect: { kind: 'alter', headers: { Location: '' } },
    });
    const creating = all.create({ ...at, ...wanted() });
    await held.reached;
    control.retire('roleDefinitions', 404, 'all');
    held.release();
    expect(await creating).toMatchObject({
      failure: {
        kind: 'unexpected-answer',
        status: 201,
        reference: expect.stringMatching(/./) as string,
      },
    });
  });

  it('done is done, though the role cannot be read back', async () => {
    const { all, at, control } = desk();
    control.fault({
      operation: 'roleDefinitions.get',
      acts: true,
      times: 9,
      effect: { kind: 'alter', body: '{}' },
    });
    const made = await valueOf(all.create({ ...at, ...wanted() }));
    expect(made.role).toBeNull();
    expect(localRoles().some(({ id }) => id === made.id)).toBe(true);
  });
});

describe('files of roles', () => {
  const fileIn = (folder: string, text?: string) => {
    const file = path.join(folder, 'role.json');
    if (text !== undefined) writeFileSync(file, text);
    const { app } = world().steward;
    return { file, handle: app.handleFor(file), target: app.targetFor(file) };
  };

  it('hold what a role is; reading one shows the role of that name beside it and changes nothing', async () => {
    const { all, at, made, control } = desk();
    const role = await made('Read', 'Sign');
    const { file, handle, target } = fileIn(tempFolder());
    const saved = await valueOf(all.exportRole({ ...at, role: role.id, target }));
    const bytes = readFileSync(file);
    expect(saved).toEqual({ name: 'role.json', bytes: bytes.length });
    expect(JSON.parse(bytes.toString())).toMatchObject({
      format: 'steward-local-role',
      name: role.name,
    });
    control.forget();
    const found = await valueOf(all.readFile({ ...at, file: handle }));
    expect(found).toMatchObject({
      name: role.name,
      description: role.description,
      refused: [],
      existing: { id: role.id, kind: 'local', name: role.name },
    });
    expect(found.rights.map((one) => JSON.stringify(one)).sort()).toEqual(
      role.rights.map((one) => JSON.stringify(one)).sort(),
    );
    expect(found.existing?.rights).toHaveLength(2);
    expect(control.requests.every(({ method }) => method === 'GET')).toBe(true);
    expect(await all.exportRole({ ...at, role: role.id, target })).toMatchObject({
      failure: { kind: 'file', problem: 'already-exists' },
    });
  });

  it('with all local roles are compared with what is there now, also by somebody else', async () => {
    const { all, at, made, control } = desk();
    const kept = await made('Read', 'Sign');
    const { file, handle, target } = fileIn(tempFolder());
    const given = { ...at, target, format: 'json' } as const;
    const saved = await valueOf(all.exportAll(given));
    const bytes = readFileSync(file);
    expect(saved).toMatchObject({
      ...{ name: 'role.json', bytes: bytes.length, roles: localRoles().length },
      completeness: { complete: true },
    });
    expect(JSON.parse(bytes.toString())).toMatchObject({ format: 'steward-local-roles' });

    const { id: role, ...before } = kept;
    await valueOf(all.replace({ ...at, ...before, role, rights: kept.rights.slice(0, 1) }));
    const later = await made('Write');
    control.forget();
    const steps: unknown[] = [];
    const asking = { onProgress: (step: unknown) => steps.push(step) };
    const found = await valueOf(all.compareFile({ ...at, file: handle }, asking));
    const [was, is] = [found.inFile, found.now].map((roles) =>
      roles.find(({ name }) => name === kept.name),
    );
    expect(was?.rights.map((one) => JSON.stringify(one)).sort()).toEqual(
      kept.rights.map((one) => JSON.stringify(one)).sort(),
    );
    expect(is?.rights).toHaveLength(1);
    const names = (roles: readonly { name: string }[]) => roles.map(({ name }) => name);
    expect(names(found.inFile)).not.toContain(later.name);
    expect(names(found.now)).toContain(later.name);
    expect(found.completeness.complete).toBe(true);
    expect(steps).toContainEqual({ done: 0, of: found.now.length });
    expect(control.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('with all local roles as a table have a line for each right', async () => {
    const { all, at, made } = desk();
    const role = await made('Read', 'Sign');
    for (const format of ['csv', 'xlsx'] as const) {
      const { file, handle, target } = fileIn(tempFolder());
      const saved = await valueOf(all.exportAll({ ...at, target, format }));
      expect(saved.bytes).toBe(readFileSync(file).length);
      const text = readFileSync(file, 'utf8');
      if (format === 'xlsx') expect(text.startsWith('PK')).toBe(true);
      else
        for (const { serviceCode, action } of role.rights)
          expect(text).toMatch(new RegExp(`"Kvart halvår";"${serviceCode}";"\\d+";"${action}"`));
      // Read back, nothing differs.
      const { inFile, now, refused } = await valueOf(all.compareFile({ ...at, file: handle }));
      const read = inFile.find(({ name }) => name === role.name);
      const shown = (rights: readonly object[]) => rights.map((one) => JSON.stringify(one)).sort();
      expect(shown(read?.rights ?? [])).toEqual(shown(role.rights));
      expect(inFile.map(({ name }) => name)).toEqual(now.map(({ name }) => name));
      expect(refused.filter((one) => one.role === role.name)).toEqual([]);
    }
  });

  it('refuse what no local role can have, and know when no role has that name', async () => {
    const { all, at } = desk();
    const right = { serviceCode: '0112', serviceEdition: 1, action: 'Read' };
    const { handle } = fileIn(
      tempFolder(),
      JSON.stringify({
        format: 'steward-local-role',
        version: 1,
        name: 'Ingen har det',
        description: 'x',
        rights: [right, { ...right, action: 'Access' }, right],
      }),
    );
    expect(await valueOf(all.readFile({ ...at, file: handle }))).toMatchObject({
      rights: [right],
      existing: null,
      refused: [
        { position: 2, problem: 'not-a-choice' },
        { position: 3, problem: 'same-as-before' },
      ],
    });
  });

  it('that are none are refused before the platform is asked', async () => {
    const { all, at, control } = desk();
    const { handle } = fileIn(tempFolder(), '{"name":"Role","rights":[]}');
    expect(await all.readFile({ ...at, file: handle })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { file: 'wrong-type' } },
    });
    expect(control.requests).toEqual([]);
  });
});

describe('refusals', () => {
  const forms = [403, 404, 405, 410, 'page'] as const;

  it.each(forms)(
    'RDF-03 RDF-04 RDF-05 an area that is switched off (%s) reads as no longer offered',
    async (form) => {
      const { all, at, made, control } = desk();
      const { id, expected } = await made();
      control.retire('roleDefinitions', form);
      const gone = { failure: { kind: 'refused', cause: 'not-offered-any-more' } };
      expect(await all.create({ ...at, ...wanted() })).toMatchObject(gone);
      expect(await all.replace({ ...at, role: id, ...wanted('Sign'), expected })).toMatchObject(
        gone,
      );
      expect(await all.remove({ ...at, role: id })).toMatchObject(gone);
      expect(localRoles().find((one) => one.id === id)?.name).toBe(expected.name);
    },
  );

  it.each([404, 405, 410] as const)(
    'RDF-01 so does the list when reading is off too (%s)',
    async (form) => {
      const { all, at, control } = desk();
      control.retire('roleDefinitions', form, 'all');
      expect(await all.list(at)).toMatchObject({
        failure: { kind: 'refused', cause: 'not-offered-any-more' },
      });
    },
  );

  it('ERR-03 a 403 that says why is what it says, not a part that is switched off', async () => {
    const { all, at, control } = desk();
    const words = 'The API key is not authorized for this operation';
    control.refuse('roleDefinitions.create', { form: 'reason', words, status: 403 });
    expect(await all.create({ ...at, ...wanted() })).toMatchObject({
      failure: {
        kind: 'refused',
        cause: 'api-key-not-authorized',
        reason: words,
        needs: { scopes: ['roledefinitions.write', 'enduser'] },
      },
    });
    expect(await all.list({ ...at, who: '974760673' })).toMatchObject({
      failure: { reason: 'You are not authorized to act on behalf of this reportee.' },
    });
  });

  it('the server’s words about a name in use go to the field', async () => {
    const { all, at, made, control } = desk();
    const { id, expected } = await made();
    const words = 'A role definition with this name already exists.';
    control.refuse('roleDefinitions.replace', { form: 'model', words });
    expect(await all.replace({ ...at, role: id, ...wanted(), expected })).toMatchObject({
      failure: { kind: 'conflict', field: 'name', reason: words },
    });
  });

  it('PAR-09 another role than was asked for is not taken for it', async () => {
    const { all, at, control } = desk();
    const body = JSON.stringify({ RoleType: 'Local', RoleDefinitionId: 5, RoleName: 'x' });
    const effect = { kind: 'alter', body } as const;
    control.fault({ operation: 'roleDefinitions.get', acts: true, effect });
    expect(await all.get({ ...at, role: 4 })).toMatchObject({
      failure: { kind: 'unexpected-answer', field: 'RoleDefinitionId' },
    });
  });

  it('PAR-08 what is no list is never an empty one', async () => {
    const { all, at, control } = desk();
    for (const body of ['{"a":1}', '[null]', '"x"', '[{"RoleName":"x"}]', '{"a":[[]]}']) {
      const effect = { kind: 'alter', body } as const;
      control.fault({ operation: 'roleDefinitions.list', acts: true, effect });
      expect(await all.list(at), body).toMatchObject({ failure: { kind: 'unexpected-answer' } });
    }
  });
});
