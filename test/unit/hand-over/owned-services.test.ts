// Which services an organisation owns: by the open metadata, by the rights register, and by its own requests.
import { expect, it } from 'vitest';
import type { Run } from '../../../preload/contract/contract.ts';
import type { Failure } from '../../../preload/result.ts';
import {
  type NamedService,
  type OwnedNeeds,
  ownedServices,
} from '../../../main/hand-over/owned-services.ts';

const line = (code: string, ownerCode: string, ownerName = '') => ({
  ...{ code, edition: 1, name: `Service ${code}`, ownerCode, ownerName },
});
const service = (code: string): NamedService => ({ code, edition: 1 });
const refused = (status: number): Failure => ({
  ...{ kind: 'refused', message: '', status, reason: '', reference: '', cause: 'other' },
});
const AWAY: Failure = { kind: 'unreachable', message: '', host: '', problem: 'network' };

interface World {
  readonly catalogue?: readonly object[] | Failure;
  readonly requested?: readonly string[];
  readonly others?: readonly string[];
  /** Codes of services that the register answers for. */
  readonly register?: readonly string[];
  readonly refusal?: Failure;
}

async function owned({
  catalogue = [],
  requested = [],
  others = [],
  register = [],
  refusal = refused(403),
}: World) {
  const asked: string[] = [];
  const run = (async (name: string, { service: of }: { readonly service?: NamedService }) => {
    if (name === 'reference.services')
      return 'kind' in catalogue
        ? { ok: false, failure: catalogue }
        : { ok: true, value: { services: catalogue } };
    const code = of?.code ?? '';
    asked.push(code);
    return register.includes(code) ? { ok: true, value: {} } : { ok: false, failure: refusal };
  }) as unknown as Run;
  const needs: OwnedNeeds = {
    ...{ run, connection: 'c-1', who: '910514318', organisation: 'FJORDTRAFIKK  AS' },
    signal: new AbortController().signal,
    named: async () => ({ requested: requested.map(service), others: others.map(service) }),
  };
  const found = await ownedServices(needs);
  return { asked, own: found.map((one) => `${one.serviceCode} ${one.knownBy}`), found };
}

it('those whose owner has its name or number, however it is written, and all others of that owner', async () => {
  const { asked, own, found } = await owned({
    catalogue: [
      ...[line('9', 'FJO', 'Fjordtrafikk as'), line('2', 'FJO'), line('3', '910514318')],
      ...[line('4', 'SKD', 'Skatteetaten'), line('5', '', '')],
    ],
  });
  expect(own).toEqual(['2 metadata', '3 metadata', '9 metadata']);
  expect(found[0]).toEqual({
    ...{ serviceCode: '2', serviceEdition: 1, name: 'Service 2', knownBy: 'metadata' },
  });
  expect(asked).toEqual([]);
});

it('those of an owner for whom the register answers, which is asked once for each owner', async () => {
  const catalogue = ['1', '2', '3'].map((code) => line(code, 'FYR', 'Fyrtilsynet'));
  const foreign = ['7', '8'].map((code) => line(code, 'SKD', 'Skatteetaten'));
  const { asked, own } = await owned({
    catalogue: [...catalogue, ...foreign],
    others: ['7', '8', '2', '3', 'K1', 'K2'],
    register: ['2', 'K1'],
  });
  expect(asked).toEqual(['2', '7', 'K1', 'K2']);
  expect(own).toEqual(['1 register', '2 register', '3 register', 'K1 register']);
});

it('where the register is gone, those that its own requests name; where it refuses, none of them', async () => {
  const named = { requested: ['1'], others: ['2'] };
  expect((await owned({ ...named, refusal: refused(410) })).own).toEqual(['1 request']);
  expect((await owned({ ...named, refusal: refused(403) })).own).toEqual([]);
});

it('without the open metadata those that are named; without a network nobody can tell', async () => {
  const gone = { catalogue: refused(404), requested: ['1'], register: ['1'] };
  expect((await owned(gone)).own).toEqual(['1 register']);
  await expect(owned({ catalogue: AWAY })).rejects.toMatchObject({ failure: AWAY });
  await expect(owned({ requested: ['1'], refusal: AWAY })).rejects.toMatchObject({ failure: AWAY });
});
