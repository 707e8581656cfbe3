// The saved window state, in one document. What belongs to a removed connection is dropped with the next change.
import type { Handlers } from '../../preload/contract/contract.ts';
import { type Layout, layout } from '../../preload/contract/layout.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { Document, Documents } from '../storage/documents.ts';

const INITIAL: Layout = {
  sidebarWidth: null,
  inspectorWidths: {},
  sorting: {},
  places: {},
  parties: {},
  actsAsUser: {},
  serviceOwners: {},
  folded: [],
  eventOffsets: {},
};

export function openLayout(documents: Documents): Promise<Document<Layout>> {
  return documents.open('layout', layout, INITIAL);
}

export interface LayoutNeeds {
  readonly layout: Document<Layout>;
  readonly connections: Pick<ConnectionStore, 'all'>;
}

/** The place of a window without a connection. */
const NOWHERE = 'none';

export function layoutService({ layout: document, connections }: LayoutNeeds): Handlers<'layout'> {
  return {
    get: async () => document.value(),
    async remember(input) {
      const known = new Set([NOWHERE, ...connections.all().map(({ id }) => id)]);
      const kept = <T>(of: Readonly<Record<string, T>>) =>
        Object.fromEntries(Object.entries(of).filter(([connection]) => known.has(connection)));
      await document.change((now) => {
        const next = {
          sidebarWidth: input.sidebarWidth === undefined ? now.sidebarWidth : input.sidebarWidth,
          inspectorWidths: { ...now.inspectorWidths, ...input.inspectorWidths },
          sorting: { ...now.sorting, ...input.sorting },
          places: { ...now.places, ...input.places },
          parties: { ...now.parties, ...input.parties },
          actsAsUser: { ...now.actsAsUser, ...input.actsAsUser },
          serviceOwners: { ...now.serviceOwners, ...input.serviceOwners },
          folded: input.folded ?? now.folded,
          // Whole: one begins anew where its connection is left out.
          eventOffsets: input.eventOffsets ?? now.eventOffsets,
        };
        return {
          ...next,
          places: kept(next.places),
          parties: kept(next.parties),
          actsAsUser: kept(next.actsAsUser),
          serviceOwners: kept(next.serviceOwners),
          eventOffsets: kept(next.eventOffsets),
        };
      });
      return {};
    },
  };
}
