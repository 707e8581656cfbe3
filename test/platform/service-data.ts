// The services in production: invented, repeatable from the seed, and made only when somebody asks for them.
import { seedOf, type DataFormat } from './form-models.ts';
import { platformName } from './names.ts';
import { createChance, type Chance } from './randomness.ts';

export interface Service {
  readonly kind: 'formtask' | 'correspondence';
  readonly ownerCode: string;
  readonly ownerName: string;
  readonly name: string;
  /** Keeps its leading zeros. */
  readonly code: string;
  readonly edition: number;
  /** Local times without zone, as the platform prints them. */
  readonly validFrom: string;
  /** Null: no end is given, which means the same as the year 9999. */
  readonly validTo: string | null;
  readonly restEnabled: boolean;
}

/** A service of another kind than forms and letters: a line of the list, and where its role requirements are asked for. */
export interface FurtherService {
  readonly type: string;
  readonly code: string;
  readonly name: string;
  /** Query of its role requirements; undefined: as for any service. */
  readonly requirements?: string;
}

/** One of each (section 11). The codes begin with a letter, as no form and no letter does. */
export const furtherServices: readonly FurtherService[] = [
  { type: 'Lookup', code: 'L101', name: 'Oppslag i båtregisteret' },
  { type: 'Broker', code: 'B102', name: 'Formidling av målinger' },
  { type: 'Link', code: 'K103', name: 'Kart over farleder' },
  { type: 'Collaboration', code: 'S104', name: 'Samhandling om anløp' },
  {
    type: 'DelegationScheme',
    code: 'D105',
    name: 'Ordning for havnedata',
    requirements: 'serviceCode=AppId%3A418',
  },
  {
    type: `${platformName}App`,
    code: 'A106',
    name: 'Havneavgift',
    requirements: 'app=fyr%2Fhavneavgift',
  },
];

export interface ServiceForm {
  readonly formId: number;
  readonly type: 'MainForm' | 'SubForm';
  readonly onlyXsdValidation: boolean;
  readonly format: DataFormat;
}

export interface AttachmentRule {
  readonly id: number;
  readonly typeName: string;
  readonly typeNameLanguage: string;
  /** Loose text: `*.xml, zip, enc` or `.xml, .doc` (platform.md, Values). */
  readonly allowedFileTypes: string;
  readonly maxCount: number;
  readonly minCount: number;
  readonly maxFileSize: number;
  readonly checksum: boolean;
  readonly xsdValidation: boolean;
}

export interface ServiceDetail {
  readonly enterpriseUserEnabled: boolean;
  readonly forms: readonly ServiceForm[];
  readonly steps: readonly { readonly name: string; readonly securityLevel: number }[];
  readonly attachmentRules: readonly AttachmentRule[];
}

/** Invented agencies and municipalities; their codes are what services carry as ServiceOwnerCode. */
type Pair = readonly [string, string];

export const serviceOwners: readonly [Pair, ...Pair[]] = [
  ['HVT', 'Havbruksvernet'],
  ['FYR', 'Fyrtilsynet'],
  ['BRO', 'Broforvaltningen'],
  ['FJD', 'Fjelldirektoratet'],
  ['SKG', 'Skogsetaten'],
  ['RUT', 'Ruteregisteret'],
  ['KUB', 'Kulturbyrået'],
  ['ARV', 'Arbeidsvilkårstilsynet'],
  ['ENG', 'Energiregisteret'],
  ['FJV', 'Fjordvik kommune'],
  ['ELS', 'Elvesund kommune '],
  ['YTH', 'Ytterhavn fylkeskommune'],
];

const kinds = [
  'Søknad om',
  'Melding om',
  'Årsrapport for',
  'Halvårsrapport for',
  'Registrering av',
  'Endring av',
  'Klage på',
  'Egenerklæring for',
] as const;
const letters = ['Vedtak om', 'Varsel om', 'Orientering om', 'Krav om', 'Kvittering for'] as const;
const subjects = [
  'tilskudd til kystkultur',
  'utslipp fra anlegg',
  'rutetilbud på fjorden',
  'lærlinger og opplæring',
  'drift av bro og kai',
  'skogplanting',
  'ladepunkter for tunge kjøretøy',
  'arbeidsmiljø på land',
  'havneavgift',
  'oppdrett av ørret',
  'serveringsbevilling',
  'graving i kommunal vei',
  'båndtvang og beite',
  'energibruk i bygg',
  'snøskuterløyper',
  'støy fra byggeplass',
] as const;

/** One service of `index`; the same for the same seed. */
export function serviceAt(seed: number, index: number): Service {
  const chance = createChance((seed * 7919 + index * 2_654_435) >>> 0);
  const number = 112 + Math.floor(index / 3) * 7 + (index % 3 === 2 ? 3 : 0);
  // Two of three neighbours are editions of one service.
  const first = index % 3 !== 1;
  const subject = createChance((seed * 7919 + number) >>> 0);
  const [ownerCode, ownerName] = subject.pick(serviceOwners);
  const kind = subject.below(4) === 0 ? 'correspondence' : 'formtask';
  const title = `${subject.pick(kind === 'formtask' ? kinds : letters)} ${subject.pick(subjects)}`;
  const from = 2010 + subject.below(9) + (first ? 0 : 4);
  const ended = first && index % 3 === 0 && subject.below(3) > 0;
  return {
    kind,
    ownerCode,
    ownerName,
    name: nameOf(title, chance),
    code: String(number).padStart(4, '0'),
    edition: first ? 1 : (from - 2000) * 10_000 + 101,
    validFrom: `${from}-01-0${1 + chance.below(9)}T00:00:00`,
    validTo: ended ? `${from + 5}-12-31T23:59:59.997` : endless(chance),
    restEnabled: kind === 'formtask' && subject.below(8) > 0,
  };
}

const endless = (chance: Chance): string | null =>
  chance.below(30) === 0 ? null : '9999-12-31T23:59:59';

/** Some names carry blanks and line ends that do not belong there (platform.md, Values). */
function nameOf(title: string, chance: Chance): string {
  const oddity = chance.below(20);
  if (oddity === 0) return `${title}  `;
  return oddity === 1 ? `${title}\r\n` : title;
}

const attachmentTypes: readonly Pair[] = [
  ['Vedlegg', '*.pdf, xml, docx'],
  ['Fakturagrunnlag', '.xml, .csv'],
  ['Kart', '*.xml, zip, enc'],
  ['Fullmakt', 'pdf'],
  ['Tegninger', '*.pdf;*.dwg; *.zip'],
  ['Annet', '*.*'],
];

/** What only the single-service read shows. */
export function detailOf(service: Service): ServiceDetail {
  if (service.kind === 'correspondence') {
    return { enterpriseUserEnabled: true, forms: [], steps: [], attachmentRules: [] };
  }
  const chance = createChance(seedOf(`${service.code}/${service.edition}`));
  const registry = chance.below(2) === 0;
  const number = Number(service.code);
  const title = service.name.trim();
  const format = (at: number): DataFormat => ({
    id: registry ? `SK-${String(number).padStart(4, '0')}${at || ''}` : String(number * 10 + at),
    version: service.edition === 1 ? 1 : 2 + chance.below(40_000),
    provider: registry ? 'registry' : 'model',
    title: at === 0 ? title : `${title}, underskjema ${at}`,
  });
  const subForms = chance.below(3) === 0 ? 1 : 0;
  const signing = chance.below(3) > 0;
  const level = 1 + chance.below(4);
  return {
    enterpriseUserEnabled: chance.below(5) > 0,
    forms: Array.from({ length: 1 + subForms }, (_, at) => ({
      formId: number * 10 + at,
      type: at === 0 ? ('MainForm' as const) : ('SubForm' as const),
      onlyXsdValidation: registry,
      format: format(at),
    })),
    steps: [
      { name: 'Utfylling', securityLevel: Math.min(level, 3) },
      ...(signing ? [{ name: 'Signering', securityLevel: level }] : []),
    ],
    attachmentRules: chance
      .shuffle(attachmentTypes)
      .slice(0, chance.below(4))
      .map(([typeName, allowedFileTypes], at) =>
        ruleOf(number * 10 + at, typeName, allowedFileTypes, chance),
      ),
  };
}

function ruleOf(
  id: number,
  typeName: string,
  allowedFileTypes: string,
  chance: Chance,
): AttachmentRule {
  return {
    id,
    typeName,
    typeNameLanguage: typeName,
    allowedFileTypes,
    maxCount: chance.pick([1, 5, 10, 100]),
    minCount: chance.below(6) === 0 ? 1 : 0,
    maxFileSize: chance.pick([0, 5, 30, 200]),
    checksum: chance.below(2) === 0,
    xsdValidation: typeName === 'Fakturagrunnlag',
  };
}
