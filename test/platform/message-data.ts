// Invented messages of many years: bursts on single days, quiet months, and all states a message can have.
import { inventedDocument, mimeTypeOf } from './attachment-content.ts';
import type {
  AttachmentPart,
  FormPart,
  Message,
  MessageBox,
  MessageState,
  ReplyOption,
} from './message-box.ts';
import { letterBody } from './message-texts.ts';
import type { Metadata } from './metadata.ts';
import type { Parties, Party } from './parties.ts';
import { persons } from './persons.ts';
import { createChance, type Chance } from './randomness.ts';
import type { Service, ServiceDetail } from './service-data.ts';

export interface MessageDataOptions {
  readonly seed: number;
  /** In the box of the organisation; other boxes have fewer. */
  readonly messages: number;
  readonly years: number;
  readonly organisationNumber: string;
  readonly now: number;
}

export type Ids = Pick<MessageBox, 'newId' | 'newPartId' | 'newArchiveReference'>;

const day = 86_400_000;

/** Every message the boxes begin with. */
export function inventedMessages(
  options: MessageDataOptions,
  parties: Parties,
  metadata: Metadata,
  ids: Ids,
): Message[] {
  const details = new Map<Service, ServiceDetail>();
  const remembering: Metadata = {
    ...metadata,
    services: metadata.services,
    detail(service) {
      const detail = details.get(service) ?? metadata.detail(service);
      details.set(service, detail);
      return detail;
    },
  };
  const chance = createChance(options.seed + 4711);
  const maker = createMaker(remembering, ids, chance, options.now);
  return parties.all.flatMap((party) => {
    const own = party.organisationNumber === options.organisationNumber;
    const person = persons.some(({ party: number }) => party.id === `r${number}`);
    const count = own ? options.messages : Math.min(options.messages, person ? 24 : 4);
    const times = spread(count, options.years, options.now, chance);
    const binned = Array.from(
      { length: Math.min(60, Math.ceil(count / 15)) },
      () => options.now - chance.below(options.years * 300) * day,
    );
    const made = [
      ...times.map((time) => maker(party, time, false)),
      ...binned.map((time) => maker(party, time, true)),
    ];
    referToEarlier(made);
    return made;
  });
}

/** The letters that refer to something refer to the latest form of their box that was archived before them. */
function referToEarlier(messages: readonly Message[]): void {
  const archived = messages
    .filter(({ state, binned }) => state === 'sent' && !binned)
    .sort((a, b) => b.changed - a.changed);
  for (const letter of messages) {
    if (letter.kind === 'FormTask' || letter.archiveReference === undefined) continue;
    const earlier = archived.find(({ changed }) => changed < letter.created);
    if (earlier?.archiveReference === undefined) delete letter.archiveReference;
    else letter.archiveReference = earlier.archiveReference;
  }
}

/**
 * `count` moments of the last `years`: a third of all on a few days, some of them in one minute; every fourth
 * month next to nothing; working hours.
 */
export function spread(count: number, years: number, now: number, chance: Chance): number[] {
  const days = Math.max(1, Math.round(years * 365));
  const bursts = Array.from({ length: Math.max(1, Math.round(years * 1.5)) }, () => ({
    day: 1 + chance.below(days),
    minute: chance.below(3) === 0 ? chance.below(480) : undefined,
  }));
  const quiet = new Set(
    Array.from({ length: Math.ceil((days / 30) * 0.25) }, () => chance.below(Math.ceil(days / 30))),
  );
  const midnight = Math.floor(now / day) * day;
  return Array.from({ length: count }, (_, at) => {
    const burst = count > 20 && at % 3 === 0 ? bursts[at % bursts.length] : undefined;
    let ago = burst?.day ?? 1 + chance.below(days);
    // Recent months hold more than old ones.
    if (!burst && chance.below(3) === 0) ago = 1 + chance.below(Math.ceil(ago / 4));
    if (!burst && quiet.has(Math.floor(ago / 30)) && chance.below(20) > 0) ago = (ago + 30) % days;
    const minute = 360 + (burst?.minute ?? chance.below(480));
    return midnight - Math.max(1, ago) * day + minute * 60_000 + chance.below(60_000);
  });
}

const changers = ['Kari Steinvåg', 'Odd Lyngmyr', 'erp-faktura-prod', 'Fjordtrafikk AS'] as const;
const agencyFiles = [
  'Vedtak.pdf',
  'Brev med vedlegg.pdf',
  'grunnlag.xml',
  'Oversikt æøå.csv',
  'Les meg',
] as const;
const ownFiles = [
  'faktura-0418',
  'kart over anlegget',
  'Fullmakt signert',
  'regnskap 2025',
] as const;
const endings = ['pdf', 'xml', 'zip', 'docx'] as const;

function createMaker(metadata: Metadata, ids: Ids, chance: Chance, now: number) {
  const forms = metadata.services.filter((s) => s.kind === 'formtask') as unknown as [
    Service,
    ...Service[],
  ];
  const letters = metadata.services.filter((s) => s.kind !== 'formtask') as unknown as [
    Service,
    ...Service[],
  ];
  return (box: Party, changed: number, binned: boolean): Message => {
    // A correspondence to an organisation cannot be deleted, so none is in its bin.
    const onlyForms = letters.length === 0 || (binned && box.organisationNumber !== undefined);
    const isForm = onlyForms || (forms.length > 0 && chance.below(5) < 2);
    const service = chance.pick(isForm ? forms : letters);
    const state = stateAt(isForm, now - changed, chance);
    const subject = subjectOf(service, changed, chance);
    return {
      id: ids.newId(),
      box,
      kind: isForm ? 'FormTask' : 'Correspondence',
      state,
      binned,
      subject,
      sender: isForm ? '' : service.ownerName.trim(),
      owner: service.ownerName.trim(),
      serviceCode: service.code,
      edition: service.edition,
      created: changed - (isForm ? chance.below(20 * day) : 0),
      changed,
      fraction: chance.pick([0, 0, 2, 3, 7]),
      changedBy: isForm ? chance.pick(changers) : service.ownerName.trim(),
      level: isForm ? levelOf(metadata, service) : chance.pick([1, 1, 2, 3]),
      forms: isForm ? formsOf(metadata, service, ids, state) : [],
      attachments: attachmentsOf(isForm, state, subject, ids, chance),
      ...(state === 'sent' || (!isForm && chance.below(6) === 0)
        ? { archiveReference: ids.newArchiveReference() }
        : {}),
      replyOptions: isForm ? [] : repliesOf(metadata, ids, chance),
      summary: isForm ? '' : `Gjelder ${service.name.trim().toLowerCase()}.`,
      body: () => (isForm ? '' : letterBody(subject, service.ownerName.trim(), box.name)),
      signed: new Set(),
      asksConfirmation: !isForm && changed % 5 === 0,
      payment: false,
      withoutBin: chance.below(30) === 0,
      confirmed: false,
    };
  };
}

function stateAt(isForm: boolean, age: number, chance: Chance): MessageState {
  const recent = age < 200 * day;
  if (isForm) {
    const dice = chance.below(recent ? 6 : 60);
    return dice === 0 ? 'filling' : dice === 1 && recent ? 'signing' : 'sent';
  }
  if (age < 60 * day && chance.below(2) === 0) return 'unread';
  return chance.below(5) === 0 ? 'filed' : 'read';
}

function subjectOf(service: Service, changed: number, chance: Chance): string {
  const year = new Date(changed).getUTCFullYear();
  const name = service.name.trim();
  const extra = chance.below(8);
  if (extra === 0) return `${name} ${year}`;
  if (extra === 1) return `${name}, sak ${year}/${1000 + chance.below(9000)}`;
  return extra === 2 ? `${name} – påminnelse & frist <${year}>` : service.name;
}

const levelOf = (metadata: Metadata, service: Service): number =>
  metadata.detail(service).steps[0]?.securityLevel ?? 1;

/** The main form, with data that fits its schema; made when somebody reads it. */
export function formsOf(
  metadata: Metadata,
  service: Service,
  ids: Pick<Ids, 'newPartId'>,
  state: MessageState,
): FormPart[] {
  return metadata
    .detail(service)
    .forms.filter((form) => form.type === 'MainForm')
    .map(({ type, format }) => ({
      id: ids.newPartId(),
      type,
      formatId: format.id,
      formatVersion: String(format.version),
      name: format.title,
      data: () => metadata.sampleForm(format),
      validation: state === 'filling' ? ('NotValidated' as const) : ('OK' as const),
    }));
}

function attachmentsOf(
  isForm: boolean,
  state: MessageState,
  subject: string,
  ids: Ids,
  chance: Chance,
): AttachmentPart[] {
  const count = isForm && state === 'sent' ? chance.below(2) : chance.below(3);
  return Array.from({ length: count }, (_, at) => {
    const fileName = isForm
      ? `${chance.pick(ownFiles)}.${chance.pick(endings)}`
      : chance.pick(agencyFiles);
    const content = inventedDocument(fileName, subject);
    return {
      id: ids.newPartId(),
      // The name may lack the ending (platform.md, Forms and attachments).
      name: fileName.replace(/\.\w+$/, ''),
      fileName,
      mimeType: mimeTypeOf(fileName),
      encrypted: !isForm && chance.below(12) === 0,
      signingLocked: isForm && at === 0 && chance.below(3) === 0,
      signedByDefault: isForm && chance.below(2) === 0,
      sizeShown: chance.below(15) === 0 ? -1 : content.size,
      content,
    };
  });
}

function repliesOf(metadata: Metadata, ids: Ids, chance: Chance): readonly ReplyOption[] {
  if (chance.below(8) > 0) return [];
  const service = metadata.services.find((s) => s.kind === 'formtask' && s.restEnabled);
  const options: ReplyOption[] = [
    { type: 'URL', url: 'https://svar.example/skjema?ref=418&v=2', text: 'Les mer om saken' },
    {
      type: 'ArchiveReference',
      url: `https://svar.example/arkiv/${ids.newArchiveReference()}`,
      text: 'Skjemaet saken gjelder',
    },
  ];
  if (service) {
    options.unshift({
      type: 'Service',
      url: 'https://svar.example/start',
      text: `Svar med ${service.name.trim()}`,
      serviceCode: service.code,
      serviceEdition: service.edition,
    });
  }
  return options.slice(0, 1 + chance.below(options.length));
}
