// What a long list of holders keeps of each: its roles, and the rights that were given by themselves.
import type { HeldInBrief, Holding } from './delegations.ts';

/** The one that stands for all single rights is none. */
export const isRole = ({ id }: { readonly id: number }): boolean => id !== 0;

export const inBrief = (
  holder: string,
  { roles, rights }: Pick<Holding, 'roles' | 'rights'>,
): HeldInBrief => ({
  holder,
  roles: roles.filter(isRole).map(({ id, name, held }) => ({ id, name, given: held !== null })),
  rights: rights
    .filter(({ direct }) => direct)
    .map(({ serviceCode, serviceEdition, action }) => ({ serviceCode, serviceEdition, action })),
});
