// The first connection as it is made: one form, the certificate's file and the API key, sent together in one act.
import type { Connection, ConnectionInput } from '../../../preload/contract/connections.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import { freeName } from '../../../preload/contract/rules.ts';
import type { Credential } from '../../../preload/contract/credentials.ts';
import { client } from '../../state/main-process.ts';
import { session } from '../../state/session.svelte.ts';
import { CertificateFile } from './certificate-file.svelte.ts';
import { BROUGHT, setUpOf } from './draft.ts';
import { Form } from './form.svelte.ts';

export class SetUp {
  readonly file = new CertificateFile();
  readonly form: Form;
  /** The connection that was made, perhaps to be changed after its test. */
  connection = $state.raw<Connection>();
  #key = $state('');
  /** What the certificate filled in: another certificate may replace it, and nothing that a person wrote. */
  #filled = { organisationName: '', organisationNumber: '' };

  constructor(locale: 'en' | 'nb', nameOf: (organisation: string, isTest: boolean) => string) {
    const send = async (input: ConnectionInput) => {
      const made = this.connection === undefined ? {} : { connection: this.connection.id };
      if (input.signIn.way !== 'certificate')
        return this.connection === undefined
          ? client.connections.create(input)
          : client.connections.change({ ...input, connection: this.connection.id });
      const brought = { certificate: this.file.source, apiKey: { key: this.#key } };
      return client.connections.setUp({ ...setUpOf(input, brought), ...made });
    };
    // What is made in several attempts may move, and takes along what came with it.
    const others = () => session.connections.filter(({ id }) => id !== this.connection?.id);
    this.form = new Form(undefined, locale, undefined, send, others);
    this.#nameOf = nameOf;
  }
  readonly #nameOf: (organisation: string, isTest: boolean) => string;

  get key(): string {
    return this.#key;
  }
  set key(typed: string) {
    this.#key = typed;
    const kept = this.connection?.apiKey ?? '';
    this.form.draft.apiKey = typed === '' ? kept : BROUGHT;
  }

  /** Credentials of a kind that were in the keychain before, to choose from. */
  kept(kind: Credential['kind']): readonly Credential[] {
    const own = [this.connection?.apiKey, this.#certificate];
    return session.credentials.filter((one) => one.kind === kind && !own.includes(one.id));
  }
  get #certificate(): string | undefined {
    const signIn = this.connection?.signIn;
    return signIn?.way === 'certificate' ? signIn.certificate : undefined;
  }

  async pick(file: ChosenFile): Promise<void> {
    this.form.draft.certificate = '';
    await this.file.pick(file);
    this.#opened();
  }
  async pickKey(file: ChosenFile): Promise<void> {
    await this.file.pickKey(file);
    this.#opened();
  }
  async choose(number: number): Promise<void> {
    this.form.draft.certificate = '';
    await this.file.choose(number);
    this.#opened();
  }
  /** Opens the file with the passphrase that was typed. One that was sent is not needed again. */
  async open(): Promise<void> {
    const { certificate } = this.form.draft;
    if (this.file.file === null || (certificate !== '' && certificate !== BROUGHT)) return;
    this.form.draft.certificate = '';
    await this.file.open();
    this.#opened();
  }
  /** Takes over what the certificate says about the organisation. */
  #opened(): void {
    const { facts } = this.file;
    if (facts === undefined) return;
    const { draft } = this.form;
    // One that is not in force is told of on its field, and is not sent.
    if (this.file.outside === undefined) draft.certificate = BROUGHT;
    const said = {
      organisationName: facts.commonName,
      organisationNumber: facts.organisationNumber ?? '',
    };
    for (const name of ['organisationName', 'organisationNumber'] as const)
      if (draft[name] === this.#filled[name]) draft[name] = said[name];
    this.#filled = said;
  }

  /** The connection as it is in main now; undefined when it was refused. */
  async save(): Promise<Connection | undefined> {
    const { draft } = this.form;
    if (draft.name.trim() === '' || draft.name === this.#suggested) {
      const wanted = this.#nameOf(draft.organisationName.trim(), draft.environment === 'test');
      const others = session.connections.filter(({ id }) => id !== this.connection?.id);
      this.#suggested = freeName(
        wanted.slice(0, LONGEST_NAME),
        others.map(({ name }) => name),
      );
      draft.name = this.#suggested;
    }
    const saved = await this.form.save();
    if (saved === undefined) return undefined;
    this.connection = saved;
    // Neither leaves main again, and the page forgets them.
    this.key = '';
    this.file.passphrase = '';
    draft.certificate = this.#certificate ?? draft.certificate;
    draft.extraCa = 'as-it-is';
    this.form.settle();
    return saved;
  }
  #suggested = '';
}

/** Room for a number behind it. */
const LONGEST_NAME = 52;
