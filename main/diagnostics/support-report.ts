// The text a person sends to the platform's support: request, response and program version, without secrets.
import type { Recorded } from '../../preload/contract/explorer.ts';
import type { About, ShownFailure } from './request-log.ts';

export interface ProgramFacts {
  readonly version: string;
  readonly shell: string;
  readonly system: string;
}

/** What is known of the connection that the exchange belongs to. */
export interface ConnectionFacts {
  readonly name: string;
  readonly environment: string;
  readonly baseAddress: string;
  readonly organisationName: string;
  readonly organisationNumber: string;
  readonly way: string;
  readonly mediaType: string;
}

export interface ReportFacts extends About {
  readonly reference?: string | undefined;
  readonly connection?: ConnectionFacts | undefined;
  /** When the report was made. */
  readonly made: string;
}

type Line = readonly [label: string, value: string | number | null | undefined];

/** English: the people who read it know the words of the API. Everything in it was cleaned before. */
export function writeReport(program: ProgramFacts, facts: ReportFacts): string {
  const { reference, exchange, failure, connection, made } = facts;
  const parts = [
    block('Support report', [
      ['Reference', reference ?? exchange?.reference],
      ['Created', made],
      ['Program', `Steward ${program.version} (${program.shell})`],
      ['System', program.system],
    ]),
    connection && block('Connection', connectionLines(connection)),
    failure && block('Shown', failureLines(failure)),
    exchange
      ? exchangeBlocks(exchange)
      : 'No exchange with a server is known for this reference in this session.',
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

const connectionLines = (connection: ConnectionFacts): readonly Line[] => [
  ['Name', connection.name],
  ['Environment', connection.environment],
  ['Base address', connection.baseAddress],
  ['Organisation', `${connection.organisationName} (${connection.organisationNumber})`],
  ['Signs in by', connection.way],
  ['Media type', connection.mediaType],
];

const failureLines = ({ kind, message, reason, details }: ShownFailure): readonly Line[] => [
  ['Kind', kind],
  ['Message', message],
  ['Words of the platform', reason],
  ...details.map((detail): Line => ['Detail', detail]),
];

function exchangeBlocks(exchange: Recorded): string {
  const { status, reason, tls, reused } = exchange;
  const line = status === null ? 'no answer' : `${String(status)} ${reason}`.trimEnd();
  const facts = block('Exchange', [
    ['Address', exchange.url],
    ['Method', exchange.method],
    ['Status line', line],
    ['Time', exchange.at],
    ['Took', `${String(exchange.ms)} ms`],
    ['Bytes sent and received', `${String(exchange.sentBytes)} and ${String(exchange.bytes)}`],
    ['TLS', tls === null ? null : `${tls}${reused === true ? ', connection used before' : ''}`],
    ['Broke off', exchange.failure],
    ...exchange.correlation.map(({ name, value }): Line => [name, value]),
  ]);
  return [
    facts,
    block('Request headers', headerLines(exchange.requestHeaders)),
    block('Response headers', headerLines(exchange.responseHeaders)),
  ].join('\n\n');
}

const headerLines = (headers: Recorded['requestHeaders']): readonly Line[] =>
  headers.map(({ name, value }): Line => [name, value]);

function block(title: string, lines: readonly Line[]): string {
  const said = lines.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return [title, ...said.map(([label, value]) => `  ${label}: ${String(value)}`)].join('\n');
}
