// Role requirements through the whole program: services, delegation schemes and apps, every language, no credentials.
import { describe, expect, it } from 'vitest';
import { rolesFor } from '../platform/role-requirements.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();
const get = (input: { of: Of; connection?: string; language?: 1033 | 1044 | 2068 }) => {
  const connection = world().in('application/hal+json');
  return world().steward.client.roleRequirements.get({ connection, ...input });
};
type Client = ReturnType<typeof world>['steward']['client'];
type Of = Parameters<Client['roleRequirements']['get']>[0]['of'];

/** A submission service with several process steps, and a correspondence. */
function services() {
  const { metadata } = world().platform.control;
  const steps = (code: string) =>
    metadata.services.filter((one) => one.code === code).flatMap((s) => metadata.detail(s).steps);
  const task = metadata.services.find(
    (one) => one.kind === 'formtask' && steps(one.code).length > 1,
  );
  const letter = metadata.services.find((one) => one.kind === 'correspondence');
  if (!task || !letter) throw new Error('The platform has no such services.');
  return { task, letter, steps: metadata.detail(task).steps };
}

inEveryMediaType((mediaType) => {
  it('MTD-08 a service’s roles have its operations with the steps they apply to', async () => {
    const { task, steps } = services();
    const of = { service: { code: task.code, edition: task.edition } };
    const { requirements, completeness } = await valueOf(
      get({ of, connection: world().in(mediaType) }),
    );
    const roles = rolesFor(`${task.code}/${task.edition}`);
    expect(completeness.complete).toBe(true);
    expect(requirements.map(({ role, code }) => [role, code])).toEqual(
      roles.map(({ id, code }) => [id, code]),
    );
    for (const [at, requirement] of requirements.entries()) {
      expect(requirement.name).toBe(roles[at]?.name[0].trimEnd());
      expect(requirement.parents).toEqual(roles[at]?.parents);
      expect(requirement.delegable).toBe(roles[at]?.type === 'Platform');
      expect(requirement.operations.map(({ action }) => action.known)).toEqual(
        ['Read', 'Write', 'ReadArchive', 'DeleteArchive'], // whatever their spelling
      );
      for (const { appliesTo } of requirement.operations) {
        expect(appliesTo.map(({ securityLevel }) => securityLevel)).toEqual(
          steps.map(({ securityLevel }) => securityLevel),
        );
        expect(appliesTo[0]).toMatchObject({ sequence: null, name: 'FormFilling' });
        expect(appliesTo[1]).toMatchObject({ sequence: 1, name: 'SendIn' });
      }
    }
  });

  it('MTD-08 an app and a delegation scheme have the one operation Access', async () => {
    const connection = world().in(mediaType);
    for (const of of [{ delegationScheme: 418 }, { app: { org: 'fjd', name: 'bat-sertifikat' } }]) {
      const { requirements } = await valueOf(get({ of, connection }));
      expect(requirements.length).toBeGreaterThan(1);
      for (const { operations } of requirements)
        expect(operations).toMatchObject([
          { action: { word: 'Access', known: 'Access' }, appliesTo: [] },
        ]);
    }
    const queries = world().platform.control.requests.map(({ query }) => decodeURIComponent(query));
    expect(queries.filter((query) => query.includes('serviceCode=Appid:418')).length).toBe(2);
    expect(
      queries.filter((query) => query.includes('serviceCode=fjd/bat-sertifikat')),
    ).toHaveLength(2);
  });
});

describe('role requirements', () => {
  it('MTD-08 come in the connection’s language or the one that is asked for', async () => {
    const { letter } = services();
    const of = { service: { code: letter.code, edition: letter.edition } };
    const roles = rolesFor(`${letter.code}/${letter.edition}`);
    for (const [at, language] of [undefined, 1044 as const, 2068 as const].entries()) {
      const { requirements } = await valueOf(get({ of, ...(language && { language }) }));
      expect(requirements.map(({ name }) => name)).toEqual(
        roles.map(({ name }) => name[at]?.trimEnd()),
      );
    }
  });

  it('LNK-06 are asked for without key, token, cookie or certificate', async () => {
    const { platform } = world();
    const { task } = services();
    const before = platform.control.credentialsAtOpen;
    await valueOf(get({ of: { service: { code: task.code, edition: task.edition } } }));
    const { requests } = platform.control;
    expect(requests.length).toBeGreaterThan(0);
    expect(platform.control.credentialsAtOpen).toBe(before);
    for (const { certificate, headers } of requests) {
      expect(certificate).toBeUndefined();
      expect(headers).not.toContain('apikey');
    }
  });

  it('are there for a connection that is signed out, and for one without an API key', async () => {
    const of = { app: { org: 'fjd', name: 'bat-sertifikat' } };
    for (const changes of [
      { name: 'Signed out', signIn: { way: 'pasted-token' as const } },
      { name: 'Nobody', signIn: { way: 'none' as const }, apiKey: null },
    ]) {
      const connection = await world().connect(changes);
      expect(await get({ of, connection }), changes.name).toMatchObject({ ok: true });
    }
  });

  it('a service that is not there is said in the server’s words, a wrong app is not asked for', async () => {
    expect(await get({ of: { service: { code: '0001', edition: 9 } } })).toMatchObject({
      failure: { kind: 'not-found', reason: 'The service was not found.' },
    });
    const before = world().platform.control.requests.length;
    const wrong = [{ app: { org: 'a/b', name: 'c' } }, { delegationScheme: -1 }, { service: {} }];
    for (const of of wrong)
      expect(await get({ of: of as Of })).toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(world().platform.control.requests.length).toBe(before);
  });
});
