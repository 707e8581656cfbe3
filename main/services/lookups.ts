// Look-up services: their schemas as outlines, asking one, and saving its answer as it came.
import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { LookupSchema } from '../../preload/contract/lookups.ts';
import { encoded } from '../http/addresses.ts';
import {
  cleanStart,
  CUT_MARGIN,
  laidOut,
  readTextAnswer,
  type TextAnswer,
} from '../http/text-answer.ts';
import type { Api } from '../platform/api.ts';
import type { ReadClient } from '../platform/client.ts';
import { failureOf } from '../problem.ts';
import { refusedField } from '../problems.ts';
import { loadLookup, loadLookupSchema } from '../reference/metadata/lookups.ts';
import { writeWhole } from '../storage/file-streams.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Xsd } from '../xsd/xsd.ts';

export interface LookupsNeeds {
  readonly api: Pick<Api, 'open' | 'client'>;
  readonly handles: Pick<FileHandles, 'targetName' | 'download'>;
  readonly xsd: Pick<Xsd, 'outline'>;
  /** Makes what takes secrets out of texts: a server may say back what it was shown. */
  readonly cleaner: () => (text: string) => string;
}

type Service = Handlers<'lookups'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];

/** As the explorer shows. */
const LONGEST_SHOWN = 256 * 1024;

export function lookupsService(needs: LookupsNeeds): Service {
  const { api, handles } = needs;
  const answers = createAnswers();
  return {
    describe: async (given, { signal }) =>
      describe(needs, await api.open(given.connection), given, signal),

    async ask(given, { signal }) {
      const client = await api.client(given.connection);
      const { who, code, edition, query, authorizationCode } = given;
      const answer = await client.load({
        path: encoded`api/${who}/lookup/${code}/${edition}`,
        query: {
          ...(query !== '' && { queryOptions: query }),
          ...(authorizationCode !== undefined && { authorizationCode }),
        },
        // The text is its owner's; around it, JSON alone leaves every sign as it is.
        accept: 'application/json',
        raw: true,
        signal,
      });
      const read = readTextAnswer(answer);
      return {
        handle: answers.keep(given.connection, read.content),
        kind: read.kind,
        type: answer.type,
        packed: read.packed,
        bytes: read.content.length,
        ...shown(read, needs.cleaner()),
        ms: answer.ms,
      };
    },

    async save({ connection, answer, target }) {
      handles.targetName(target, 'target');
      const content = answers.find(connection, answer);
      const sink = await handles.download(target, 'target', { suggestedName: 'answer.txt' });
      await writeWhole(sink, content);
      return sink.result();
    },
  };
}

async function describe(
  { xsd }: Pick<LookupsNeeds, 'xsd'>,
  client: ReadClient,
  { code, edition, language }: Given<'describe'>,
  signal: AbortSignal,
) {
  const service = await loadLookup(client, { code, edition, language }, signal);
  const outlineOf = async (name: 'RequestSchema' | 'ResponseSchema') => {
    const text = await loadLookupSchema(client, service, name, signal).catch(nothingThere);
    if (text === undefined) return null;
    const { nodes, cut, problem } = await xsd.outline(text, signal);
    return { outline: nodes && [...nodes], cut, problem } satisfies LookupSchema;
  };
  return {
    name: service.name,
    ownerName: service.ownerName,
    enterpriseUserEnabled: service.enterpriseUserEnabled,
    request: await outlineOf('RequestSchema'),
    response: await outlineOf('ResponseSchema'),
  };
}

/** A service may have either schema, both or none. */
function nothingThere(error: unknown): undefined {
  if (failureOf(error)?.kind !== 'not-found') throw error;
  return undefined;
}

function shown({ kind, text }: TextAnswer, clean: (text: string) => string) {
  const laid = laidOut(kind, text.slice(0, LONGEST_SHOWN + CUT_MARGIN));
  const cut = laid.length > LONGEST_SHOWN;
  return { text: cleanStart(laid, LONGEST_SHOWN, clean), cut };
}

const MOST_KEPT = 20;
const MOST_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly connection: string;
  readonly content: Buffer;
}

/** In memory alone; the newest always stays. */
function createAnswers() {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  return {
    keep(connection: string, content: Buffer): string {
      const handle = `answer-${randomBytes(18).toString('base64url')}`;
      kept.set(handle, { connection, content });
      bytes += content.length;
      for (const [oldest, one] of kept) {
        if (oldest === handle || (kept.size <= MOST_KEPT && bytes <= MOST_BYTES)) break;
        kept.delete(oldest);
        bytes -= one.content.length;
      }
      return handle;
    },
    /** One of another connection is unknown to this one. */
    find(connection: string, handle: string): Buffer {
      const found = kept.get(handle);
      if (found?.connection === connection) return found.content;
      throw refusedField('answer', 'unknown-handle', 'This answer is not kept any more.');
    },
  };
}
