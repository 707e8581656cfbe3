// The form of a request for consent: who gives, to whom, what, until when; and what is missing before it is sent.
import { newRequest, type NewRequest } from '../../../preload/contract/consents.ts';
import { cleanNumber, organisationNumberOf } from '../../../preload/contract/rules.ts';
import { fieldProblem, type FieldProblem } from '../../../preload/result.ts';
import { Action } from '../../state/action.svelte.ts';
import { keyOf } from '../../state/known-services.ts';
import type { ConsentsModel } from './consents-model.svelte.ts';

export const GIVERS = ['person', 'organisation'] as const;
export const MESSAGE_LANGUAGES = ['nb', 'nn', 'en'] as const;

export interface Wanted {
  readonly serviceCode: string;
  readonly serviceEdition: number;
  readonly name: string;
  /** As they stand in the fields; a row without a name counts for nothing. */
  readonly metadata: { name: string; value: string }[];
}

export class RequestForm {
  giver = $state<(typeof GIVERS)[number]>('person');
  /** By name, so that nothing typed is lost by looking at another kind. */
  readonly fields = $state({
    identityNumber: '',
    lastName: '',
    organisationNumber: '',
    name: '',
    receiver: '',
    onlyNumber: '',
    onlyName: '',
    returnAddress: '',
    nb: '',
    nn: '',
    en: '',
  });
  /** The organisation that signs in acts for another one. */
  isForOther = $state(false);
  hasOnlyBy = $state(false);
  inPortal = $state(false);
  /** `yyyy-mm-dd`: its whole day is included. */
  until = $state('');
  wanted = $state<Wanted[]>([]);
  pressed = $state(false);
  readonly sending = new Action();
  readonly #model: ConsentsModel;

  constructor(model: ConsentsModel) {
    this.#model = model;
  }

  get isTouched(): boolean {
    return (
      this.wanted.length > 0 ||
      this.until !== '' ||
      Object.values(this.fields).some((value) => value !== '')
    );
  }
  /** `code/edition` of those that are wanted already. */
  present = $derived(this.wanted.map((one) => referenceOf(one)));

  pick({ code, edition, name }: { code: string; edition: number; name: string }): void {
    this.wanted.push({ serviceCode: code, serviceEdition: edition, name, metadata: [] });
  }
  drop(index: number): void {
    this.wanted.splice(index, 1);
  }

  get request(): NewRequest {
    const { fields } = this;
    const own = this.#model.connection.organisationNumber;
    const message = Object.fromEntries(
      MESSAGE_LANGUAGES.flatMap((name) =>
        fields[name].trim() === '' ? [] : [[name, fields[name].trim()]],
      ),
    );
    return {
      receiver: this.isForOther ? organisationNumberOf(fields.receiver) : own,
      ...(this.isForOther && { handledBy: own }),
      giver:
        this.giver === 'person'
          ? {
              kind: 'person',
              identityNumber: cleanNumber(fields.identityNumber),
              lastName: fields.lastName.trim(),
            }
          : {
              kind: 'organisation',
              organisationNumber: organisationNumberOf(fields.organisationNumber),
              name: fields.name.trim(),
            },
      ...(this.hasOnlyBy && {
        onlyBy: {
          identityNumber: cleanNumber(fields.onlyNumber),
          lastName: fields.onlyName.trim(),
        },
      }),
      validTo: endOf(this.until),
      returnAddress: fields.returnAddress.trim(),
      resources: this.wanted.map(({ serviceCode, serviceEdition, metadata }) => ({
        serviceCode,
        serviceEdition,
        metadata: metadata
          .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
          .filter(({ name, value }) => name !== '' || value !== ''),
      })),
      ...(Object.keys(message).length > 0 && { message }),
      inPortal: this.inPortal,
    };
  }

  /** By the path of the contract: `giver.lastName`, `resources.0.metadata.1.value`. */
  problems = $derived.by((): Readonly<Record<string, FieldProblem>> => {
    const { request } = this;
    const found = newRequest.safeParse(request);
    const issues = found.success
      ? []
      : found.error.issues.map(({ path, message }) => {
          const problem = fieldProblem.safeParse(message);
          return [path.join('.'), problem.success ? problem.data : 'wrong-type'] as const;
        });
    const isSame =
      request.giver.kind === 'organisation' &&
      request.giver.organisationNumber === request.receiver;
    const isOver = Date.parse(request.validTo) <= Date.now();
    return {
      ...Object.fromEntries(issues.toReversed()),
      ...(isSame && { 'giver.organisationNumber': 'same-as-before' as const }),
      ...(isOver && { validTo: 'out-of-range' as const }),
    };
  });

  /** Before it is sent for the first time only what stands in a field is at fault. */
  problemOf(path: string, value: string): FieldProblem | undefined {
    const problem = this.problems[path];
    if (problem === undefined) return undefined;
    if (value.trim() === '') return this.pressed ? 'required' : undefined;
    return problem;
  }

  async send(onmade: () => void): Promise<void> {
    this.pressed = true;
    if (Object.keys(this.problems).length > 0) return;
    await this.sending.run(() => this.#model.create(this.request, onmade));
  }
}

export const referenceOf = ({
  serviceCode,
  serviceEdition,
}: Pick<Wanted, 'serviceCode' | 'serviceEdition'>): string =>
  keyOf({ code: serviceCode, edition: serviceEdition });

/** The last second of the day where the person is; '' of no day. */
function endOf(day: string): string {
  const time = new Date(`${day}T23:59:59`);
  return day === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
