// The lists that everything of the open metadata hangs on, read from the platform: services, code lists, roles.
import type { CodeListHead } from '../../preload/contract/code-lists.ts';
import type { OpenRole, ServiceSummary } from '../../preload/contract/metadata.ts';
import type { ReadClient } from '../platform/client.ts';
import { type MetadataCall } from './metadata/call.ts';
import { listCodeLists } from './metadata/code-lists.ts';
import { listRoles } from './metadata/roles.ts';
import { listServices } from './metadata/services.ts';

/** Copies of one platform are of one form, whatever the connection asks for otherwise. */
export const COPY_FORM = 'application/hal+json' as const;

const quiet = () => undefined;

export const readServices = async (
  reading: ReadClient,
  signal: AbortSignal,
): Promise<readonly ServiceSummary[]> =>
  (await listServices(reading, { accept: COPY_FORM, signal, report: quiet })).services;

export const readCodeLists = async (
  reading: ReadClient,
  how: MetadataCall,
): Promise<readonly CodeListHead[]> =>
  (await listCodeLists(reading, { ...how, accept: COPY_FORM, report: quiet })).lists;

export const readRoles = async (
  reading: ReadClient,
  how: MetadataCall,
): Promise<readonly OpenRole[]> =>
  (await listRoles(reading, { ...how, accept: COPY_FORM, report: quiet })).roles;
