// The file of requests for consent, and its job.
import type { PlannedConsent } from '../../../preload/contract/consents.ts';
import { FilePlan } from '../../state/file-plan.svelte.ts';
import { client } from '../../state/main-process.ts';
import type { ConsentsModel } from './consents-model.svelte.ts';

type Plan = Extract<Awaited<ReturnType<typeof client.consents.readFile>>, { ok: true }>['value'];

export class RequestFile extends FilePlan<PlannedConsent, Plan> {
  readonly #connection: string;
  count = $derived.by(() => this.plan.value?.count ?? 0);
  readonly removals = 0;

  constructor({ connection }: ConsentsModel) {
    super({
      purpose: 'consents',
      name: connection.organisationName,
      environment: connection.environment,
      ask: (file, asking) => client.consents.readFile({ connection: connection.id, file }, asking),
    });
    this.#connection = connection.id;
  }

  /** What is sent is read anew by main, which refuses it where it is no longer what was shown. */
  start(): Promise<void> {
    const { digest = '', count = 0 } = this.plan.value ?? {};
    const file = this.chosen?.handle ?? '';
    return this.begin(() =>
      client.jobs.startConsentRequests({ connection: this.#connection, file, count, digest }),
    );
  }
}
