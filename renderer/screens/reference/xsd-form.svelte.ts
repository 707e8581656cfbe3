// The form whose XSD is shown: its name, and how its service says it is validated.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Service } from '../../../preload/contract/metadata.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';

export interface XsdPlace {
  readonly connection: Connection;
  readonly service: { readonly code: string; readonly edition: number };
  readonly form: { readonly dataFormatId: string; readonly dataFormatVersion: string };
}

/** Known a moment after the screen, or not at all: its XSD can be read without it. */
export class XsdForm {
  readonly service: Query<{ readonly service: Service }>;
  readonly #place: XsdPlace;
  constructor(place: XsdPlace) {
    this.#place = place;
    const { connection, service } = place;
    const asked = { connection: connection.id, kind: 'formtask', ...service } as const;
    this.service = new Query((asking) => client.reference.service(asked, asking));
  }

  get #form(): Service['forms'][number] | undefined {
    const { dataFormatId, dataFormatVersion } = this.#place.form;
    return this.service.value?.service.forms.find(
      (one) => one.dataFormatId === dataFormatId && one.dataFormatVersion === dataFormatVersion,
    );
  }

  get serviceName(): string | undefined {
    return this.service.value?.service.name.trim();
  }

  /** Null where the service does not say. */
  get onlyXsd(): boolean | null {
    return this.#form?.onlyXsdValidation ?? null;
  }

  /** `5872/48213` */
  get format(): string {
    const { dataFormatId, dataFormatVersion } = this.#place.form;
    return `${dataFormatId}/${dataFormatVersion}`;
  }

  /** What names it where it has no name. */
  get title(): string {
    const name = this.#form?.name.trim() ?? '';
    return name === '' ? this.format : name;
  }
}

/** As every question about an XSD names it. */
export const askedFor = ({ connection, service, form }: XsdPlace) => ({
  connection: connection.id,
  code: service.code,
  edition: service.edition,
  ...form,
});
