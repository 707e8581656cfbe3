// The form of giving: to whom, which roles, which operations of which services; and what is missing before it is sent.
import type { GivenServiceRight, Receiver } from '../../../preload/contract/delegations.ts';
import type { Right } from '../../../preload/contract/role-definitions.ts';
import {
  cleanNumber,
  isAddressable,
  isOrganisationNumber,
  organisationNumberOf,
} from '../../../preload/contract/rules.ts';
import type { Reportee } from '../../../preload/contract/reportees.ts';
import type { FieldProblem } from '../../../preload/result.ts';
import { Action } from '../../state/action.svelte.ts';
import { keyOf } from '../../state/known-services.ts';
import { client } from '../../state/main-process.ts';
import { type Asking, Query } from '../../state/query.svelte.ts';
import type { DelegationsModel, Prepared } from './delegations-model.svelte.ts';
import { ofEachService, referenceOf, rightKey } from './holders.ts';

export const WHO = ['enterprise-user', 'person', 'person-by-user-name', 'organisation'] as const;
export type Who = (typeof WHO)[number];
/** Those whose number and name the platform says to be one party's, or not. */
export const isFindable = (who: Who): boolean => who === 'person' || who === 'organisation';

/** A service and the operations that can be given in it, as its role requirements spell them. */
export interface PickedService {
  readonly code: string;
  readonly edition: number;
  readonly name: string;
  readonly requirements: Query<Requirements>;
}
type Requirements = Extract<
  Awaited<ReturnType<typeof client.reference.requirements>>,
  { ok: true }
>['value'];
type RightAction = Right['action'];

export type FieldName = 'userName' | 'identityNumber' | 'lastName' | 'organisationNumber' | 'name';

export class GiftForm {
  who = $state<Who>('enterprise-user');
  /** By name, so that nothing typed is lost by looking at another kind. */
  readonly fields = $state<Record<FieldName, string>>({
    userName: '',
    identityNumber: '',
    lastName: '',
    organisationNumber: '',
    name: '',
  });
  email = $state('');
  roles = $state.raw<readonly number[]>([]);
  services = $state.raw<readonly PickedService[]>([]);
  /** `code/edition action`. */
  rights = $state.raw<readonly string[]>([]);
  /** The party that number and name stand for, once it was looked up: it says nothing of what is typed since. */
  readonly found: Query<Reportee>;
  readonly giving = new Action();
  pressed = $state(false);
  readonly #model: DelegationsModel;

  constructor(
    model: DelegationsModel,
    given: { user?: string | undefined; role?: number | undefined },
    prepared?: Prepared,
  ) {
    this.#model = model;
    this.found = new Query((asking) => this.#convert(asking), { key: () => this.receiver });
    this.fields.userName = given.user ?? '';
    if (given.role !== undefined) this.roles = [given.role];
    if (prepared !== undefined) this.#begin(prepared);
  }

  /** Who receives, as far as the list has it: of a person's number it shows a part. */
  #begin({ to, roles, rights }: Prepared): void {
    if (to.kind === 'person') {
      this.who = 'person';
      this.fields.lastName = to.name.trim().split(/\s+/).at(-1) ?? '';
    } else if (to.kind === 'organisation') {
      this.who = 'organisation';
      this.fields.organisationNumber = to.organisationNumber ?? '';
      this.fields.name = to.name;
    } else this.fields.userName = to.name;
    this.roles = roles;
    this.rights = rights.map(rightKey);
    for (const right of ofEachService(rights)) {
      const { serviceCode: code, serviceEdition: edition } = right;
      const reference = referenceOf(right);
      if (edition !== null)
        this.pick({ code, edition, name: this.#model.services.names.get(reference) ?? reference });
    }
  }

  get wanted(): readonly FieldName[] {
    switch (this.who) {
      case 'enterprise-user':
        return ['userName'];
      case 'person':
        return ['identityNumber', 'lastName'];
      case 'person-by-user-name':
        return ['userName', 'lastName'];
      case 'organisation':
        return ['organisationNumber', 'name'];
    }
  }

  problemOf(field: FieldName): FieldProblem | undefined {
    const value = this.fields[field].trim();
    if (value === '') return this.pressed ? 'required' : undefined;
    switch (field) {
      case 'userName':
        return isAddressable(value) ? undefined : 'wrong-type';
      case 'identityNumber':
        return /^\d{11}$/.test(cleanNumber(value)) ? undefined : 'identity-number';
      case 'organisationNumber':
        return isOrganisationNumber(organisationNumberOf(value))
          ? undefined
          : 'organisation-number';
      case 'lastName':
      case 'name':
        return value.length > 200 ? 'too-long' : undefined;
    }
  }

  get isNamed(): boolean {
    return this.wanted.every(
      (field) => this.fields[field].trim() !== '' && this.problemOf(field) === undefined,
    );
  }
  get isSomething(): boolean {
    return this.roles.length + this.rights.length > 0;
  }
  get isTouched(): boolean {
    return this.isSomething || this.wanted.some((field) => this.fields[field] !== '');
  }

  get receiver(): Receiver {
    const { userName, lastName, name, identityNumber, organisationNumber } = this.fields;
    switch (this.who) {
      case 'enterprise-user':
        return { kind: this.who, userName: userName.trim() };
      case 'person':
        return {
          kind: this.who,
          identityNumber: cleanNumber(identityNumber),
          lastName: lastName.trim(),
        };
      case 'person-by-user-name':
        return { kind: this.who, userName: userName.trim(), lastName: lastName.trim() };
      case 'organisation':
        return {
          kind: this.who,
          organisationNumber: organisationNumberOf(organisationNumber),
          name: name.trim(),
        };
    }
  }

  /** Whether number and name are one party's; it is shown with its number masked, and not kept. */
  async find(): Promise<void> {
    this.pressed = true;
    this.found.forget();
    if (this.isNamed && isFindable(this.who)) await this.found.load();
  }

  #convert(asking: Asking) {
    const { identityNumber, lastName, organisationNumber, name } = this.fields;
    const of =
      this.who === 'organisation'
        ? { organisationNumber: organisationNumberOf(organisationNumber), name: name.trim() }
        : { identityNumber: cleanNumber(identityNumber), lastName: lastName.trim() };
    return client.reportees.convert({ connection: this.#model.connection.id, of }, asking);
  }

  toggleRole(id: number): void {
    this.roles = toggledIn(this.roles, id);
  }
  toggleRight(key: string): void {
    this.rights = toggledIn(this.rights, key);
  }

  pick({ code, edition, name }: Pick<PickedService, 'code' | 'edition' | 'name'>): void {
    const connection = this.#model.connection.id;
    const requirements = new Query<Requirements>((asking) =>
      client.reference.requirements({ connection, code, edition }, asking),
    );
    const service = { code, edition, name, requirements };
    this.services = [...this.services, service];
    void requirements.load().then((came) => {
      if (came) this.#keepOffered(service);
    });
  }
  /** What nobody can be given in the service is not chosen either. */
  #keepOffered(service: PickedService): void {
    const offered = (actionsIn(service) ?? []).map((action) => rightKeyOf(service, action));
    const begins = `${keyOf(service)} `;
    this.rights = this.rights.filter((key) => !key.startsWith(begins) || offered.includes(key));
  }

  drop(service: PickedService): void {
    service.requirements.leave();
    this.services = this.services.filter((one) => one !== service);
    const begins = `${keyOf(service)} `;
    this.rights = this.rights.filter((key) => !key.startsWith(begins));
  }

  async give(ongiven: () => void): Promise<boolean> {
    this.pressed = true;
    if (!this.isNamed || !this.isSomething) return false;
    const rights: GivenServiceRight[] = this.services.flatMap((service) =>
      (actionsIn(service) ?? [])
        .filter((action) => this.rights.includes(rightKeyOf(service, action)))
        .map(({ word }) => ({
          serviceCode: service.code,
          serviceEdition: service.edition,
          action: word,
        })),
    );
    return this.giving.run(() =>
      this.#model.give(
        { to: this.receiver, roles: [...this.roles], rights, email: this.email.trim() },
        ongiven,
      ),
    );
  }
}

/** The same as of a right that somebody holds, however it is spelt there. */
export const rightKeyOf = ({ code, edition }: PickedService, action: RightAction): string =>
  rightKey({ serviceCode: code, serviceEdition: edition, action });

const toggledIn = <T>(all: readonly T[], one: T): readonly T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** What any role can do in the service, each once; undefined until it was read. */
export function actionsIn({ requirements }: PickedService): readonly RightAction[] | undefined {
  const all = requirements.value?.requirements.flatMap(({ operations }) => operations);
  return all
    ?.map(({ action }) => action)
    .filter(({ word }, at, actions) => actions.findIndex((one) => one.word === word) === at);
}
