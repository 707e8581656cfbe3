// Consents: requests made, followed and withdrawn; the page where they are answered; tokens, given up, a use logged.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { ConsentRequest, NewRequest } from '../../preload/contract/consents.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Api } from '../platform/api.ts';
import {
  createRequest,
  deleteRequest,
  justMade,
  listRequests,
  loadRequest,
  numberOf,
  readRequest,
  type RequestDesk,
  statusOf,
} from '../consents/requests.ts';
import type { PlatformClient } from '../platform/client.ts';
import { fetchToken, giveUp, isOver, logUse, shownToken, signatureOf } from '../consents/tokens.ts';
import type { TryConsents } from '../consents/table.ts';
import { reconciled, switchedOffList } from '../platform/reconcile.ts';
import type { TimedClipboard } from '../secrets/timed-clipboard.ts';
import { conflict, refusedFields, unexpectedAnswer } from '../problems.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';

export interface ConsentsNeeds {
  readonly api: Api;
  readonly connections: Pick<ConnectionStore, 'find'>;
  readonly openExternal: (address: URL) => Promise<void>;
  readonly clipboard: TimedClipboard;
  readonly tryConsents: TryConsents;
  readonly log: Pick<Log, 'info'>;
  readonly now: () => Date;
}

type Service = Handlers<'consents'>;

/** What the platform's page calls its languages. */
const PAGE_LANGUAGE = { en: 'en', nb: 'nb-NO', nn: 'nn-NO' } as const;

export function consentsService(needs: ConsentsNeeds): Service {
  const { api, connections, now } = needs;
  const deskOf = async (connection: string): Promise<RequestDesk> => ({
    client: await api.client(connection),
    own: connections.find(connection).organisationNumber,
  });
  /** Codes of requests that were made here since the start: none of them is that of a lost answer. */
  const made = new Set<string>();
  return {
    async list({ connection, ...choice }, call) {
      const desk = await deskOf(connection);
      try {
        const list = await listRequests(desk, choice, call);
        return list.map((one) => readRequest(one, desk.own)).as('requests');
      } catch (error) {
        throw switchedOffList(error, 'api/consentRequests');
      }
    },
    async get({ connection, code }, { signal }) {
      const desk = await deskOf(connection);
      return readRequest(await loadRequest(desk, code, signal), desk.own);
    },
    async revealNumber({ connection, code, whose }, { signal }) {
      const reader = await loadRequest(await deskOf(connection), code, signal);
      const number = reader.text(whose === 'giver' ? 'OfferedBy' : 'RequiredDelegator');
      // That a number was shown is worth a line; whose it was is not for the log.
      needs.log.info('identity-number-shown', { connection });
      return { identityNumber: /^\d{11}$/.test(number ?? '') ? number : null };
    },
    async openPage({ connection, code, language }, { signal }) {
      const desk = await deskOf(connection);
      const { page } = readRequest(await loadRequest(desk, code, signal), desk.own);
      if (page === null || !URL.canParse(page))
        throw conflict('The platform offers no page where this request is answered.');
      const address = new URL(page);
      address.searchParams.set('languageCode', PAGE_LANGUAGE[language]);
      await needs.openExternal(address);
      return { host: address.host };
    },
    async create({ connection, ...request }, { signal }): Promise<ConsentRequest> {
      checkRequest(request, now());
      const desk = await deskOf(connection);
      const reader = await createRequest(desk, request, { signal, now, known: made });
      const shown = justMade(readRequest(reader, desk.own), request, now());
      made.add(shown.code.toLowerCase());
      return shown;
    },
    async withdraw({ connection, code }, { signal }) {
      const desk = await deskOf(connection);
      const before = statusOf(await loadRequest(desk, code, signal));
      if (before.known === 'accepted' || before.known === 'rejected')
        throw conflict('The giver has answered already.', { reason: before.word });
      const send = async () => {
        await deleteRequest(desk, code, signal);
        return {};
      };
      // It was there just now: that it is refused as unknown says that it is gone.
      const proof = () =>
        loadRequest(desk, code).then(
          () => undefined,
          (error: unknown) => (isOver(error) ? {} : undefined),
        );
      return reconciled(send, proof);
    },
    async readFile(table, call) {
      const { rows, requests, digest, completeness, hiddenRows, headingLine } =
        await needs.tryConsents(table, call);
      return {
        rows: [...rows],
        count: requests.length,
        digest,
        completeness,
        hiddenRows,
        headingLine,
      };
    },
    ...tokensOf(needs),
  };
}

function tokensOf({
  api,
  clipboard,
  now,
}: ConsentsNeeds): Pick<Service, 'token' | 'copyToken' | 'giveUp' | 'logUse'> {
  const fetched = async (connection: string, code: string, signal: AbortSignal) => {
    const token = await fetchToken(await api.client(connection), code, signal);
    const signature = await signatureOf(await api.open(connection), token, signal);
    return { token: token.token, shown: shownToken(token, signature) };
  };
  return {
    async token({ connection, code }, { signal }) {
      return (await fetched(connection, code, signal)).shown;
    },
    async copyToken({ connection, code }, { signal }) {
      const { token, shown } = await fetched(connection, code, signal);
      if (shown.signature === 'not-valid')
        throw unexpectedAnswer(
          'None of the keys that the platform publishes has signed the token.',
          {
            field: 'signature',
          },
        );
      return { ...shown, clearsInSeconds: await clipboard.copy(token) };
    },
    async giveUp({ connection, code }, { signal }) {
      const client = await api.client(connection);
      // That it gives a token now says later what its refusal means.
      await fetchToken(client, code, signal);
      const send = async () => {
        await giveUp(client, code, signal);
        return {};
      };
      return reconciled(send, async () =>
        (await isGiven(client, code)) === false ? {} : undefined,
      );
    },
    async logUse({ connection, code, at, ...service }, { signal }) {
      const client = await api.client(connection);
      await logUse(client, code, { ...service, at: at ?? now().toISOString() }, signal);
      return { stillGiven: await isGiven(client, code) };
    },
  };
}

/** Null where that could not be read. */
const isGiven = (client: PlatformClient, code: string): Promise<boolean | null> =>
  fetchToken(client, code).then(
    () => true,
    (error: unknown) => (isOver(error) ? false : null),
  );

/** What the platform would refuse for certain is not sent. */
function checkRequest({ giver, receiver, validTo }: NewRequest, now: Date): void {
  const isOwn = numberOf(giver) === receiver;
  const isOver = Date.parse(validTo) <= now.getTime();
  if (!isOwn && !isOver) return;
  throw refusedFields({
    ...(isOwn && { 'giver.organisationNumber': 'same-as-before' as const }),
    ...(isOver && { validTo: 'out-of-range' as const }),
  });
}
