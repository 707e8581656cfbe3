// The XSD of a form: read as an outline, and an XML file checked against it on this computer.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Api } from '../api.ts';
import { fetchSchema } from '../metadata/schemas.ts';
import { fetchService } from '../metadata/services.ts';
import { Problem } from '../problem.ts';
import type { FileHandles } from '../storage/files.ts';

export interface XsdNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly handles: FileHandles;
}

export function xsdService({ api }: XsdNeeds): Handlers<'xsd'> {
  return {
    async view({ connection, ...form }, { signal }) {
      const reading = await api.open(connection);
      const asked = { kind: 'formtask', code: form.code, edition: form.edition } as const;
      const service = await fetchService(reading, asked, { signal, links: true });
      const { text, body } = await fetchSchema(reading, service, form, signal);
      const origin = { from: 'platform' as const, fetched: new Date().toISOString() };
      return { text, bytes: body.length, origin, outline: null, cut: false, problem: null };
    },
    validate: async () => {
      throw new Problem({ kind: 'not-found', message: 'There is no checker yet.' });
    },
  };
}
