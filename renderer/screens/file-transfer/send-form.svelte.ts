// The form of files to send: service, recipients, reference, files and folders; and what is missing before it is sent.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { batchPlace } from '../../state/job-place.ts';
import { keyOf, type Reference } from '../../state/known-services.ts';
import { client } from '../../state/main-process.ts';
import { createNavigator } from '../../state/navigator.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { Recipients } from './recipients.svelte.ts';
import type { TransferModel } from './transfer-model.svelte.ts';

export class SendForm {
  service = $state.raw<Reference>();
  /** The name of the service, also of one that was chosen by its code. */
  readonly names: ServiceNames;
  reference = $state('');
  fileList = $state(false);
  files = $state.raw<readonly ChosenFile[]>([]);
  pressed = $state(false);
  readonly recipients: Recipients;
  readonly sending = new Action();
  readonly choosing = new Action();
  readonly #model: TransferModel;
  readonly #navigator = createNavigator();
  /** What a service has kept is filled in once, and never over what was typed. */
  #filled = '';
  #warned = $state('');
  /** What was filled in by itself is nobody's draft. */
  #kept = $state.raw({ recipients: '', reference: '' });
  #properties: readonly { readonly name: string; readonly value: string }[] = [];

  constructor(model: TransferModel) {
    this.#model = model;
    this.names = new ServiceNames(model.connection.id);
    this.recipients = new Recipients(model.connection);
    const [last] = model.sent;
    if (last !== undefined) this.choose(last);
  }

  choose({ code, edition }: Reference): void {
    this.service = { code, edition };
    this.names.learn([this.service]);
    void this.#fillIn(this.service);
  }
  /** Sending was pressed, and these numbers were in doubt then: pressed again, they are sent to all the same. */
  get isWarned(): boolean {
    return this.#doubtful !== '' && this.#doubtful === this.#warned;
  }
  get #doubtful(): string {
    return this.recipients.doubtful.map(({ number }) => number).join();
  }
  get isTouched(): boolean {
    const { recipients, reference } = this.#kept;
    const isTyped = this.recipients.typed !== recipients || this.reference !== reference;
    return this.files.length > 0 || isTyped;
  }
  get isReady(): boolean {
    const { numbers, bad } = this.recipients;
    const isAddressed = numbers.length > 0 && bad === undefined;
    return (
      this.service !== undefined &&
      isAddressed &&
      this.reference.trim() !== '' &&
      this.files.length > 0
    );
  }

  add(files: readonly ChosenFile[]): void {
    this.files = [...this.files, ...files];
  }
  remove(handle: string): void {
    this.files = this.files.filter((file) => file.handle !== handle);
  }

  chooseFiles = () =>
    this.choosing.run(async () => {
      const answer = await client.files.chooseSeveral({ purpose: 'attachment' });
      if (answer.ok) this.add(answer.value.files);
      return failureOf(answer);
    });

  chooseFolder = () =>
    this.choosing.run(async () => {
      const answer = await client.files.chooseFolder({ use: 'read' });
      if (answer.ok && answer.value !== null) this.add([answer.value]);
      return failureOf(answer);
    });

  /** What was kept of the last sending of the service, as far as nothing else was typed. */
  async #fillIn(service: Reference): Promise<void> {
    const key = keyOf(service);
    if (key === this.#filled) return;
    this.#filled = key;
    this.#properties = [];
    const answer = await client.fileTransfer.kept({
      connection: this.#model.connection.id,
      ...service,
    });
    if (!answer.ok || answer.value.description === null || this.#filled !== key) return;
    const { recipients, sendersReference, properties, fileList } = answer.value.description;
    this.#kept = { recipients: recipients.join(', '), reference: sendersReference };
    if (this.recipients.typed === '') this.recipients.typed = this.#kept.recipients;
    if (this.reference === '') this.reference = sendersReference;
    this.#properties = properties;
    this.fileList = fileList;
  }

  /** `onsent`: what was filled in is no draft any more. */
  async send(onsent: () => void): Promise<void> {
    this.pressed = true;
    const { service } = this;
    if (!this.isReady || service === undefined) return;
    await this.sending.run(async () => {
      if (this.recipients.isAsked) await this.recipients.register.load();
      if (this.#doubtful !== '' && !this.isWarned) {
        this.#warned = this.#doubtful;
        return 'cancelled';
      }
      const answer = await client.jobs.startFileSending({
        ...this.#model.target,
        organisationName: this.#model.actor.name,
        ...service,
        sendersReference: this.reference.trim(),
        recipients: [...this.recipients.numbers],
        properties: [...this.#properties],
        fileList: this.fileList,
        sources: this.files.map(({ handle }) => handle),
      });
      if (!answer.ok) return answer.failure;
      onsent();
      this.#navigator.go({ id: batchPlace(answer.value.id) });
      return undefined;
    });
  }
}
