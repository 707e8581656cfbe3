// The filter of personal contacts: those with a role, those with access to a service, or all.
import type { Choice, ServiceChoice } from './picks.ts';

export class Filters {
  role = $state.raw<Choice>();
  service = $state.raw<ServiceChoice>();

  /** As operations take it. */
  input = $derived({
    ...(this.role === undefined ? {} : { roleDefinitionCode: this.role.code }),
    ...(this.service === undefined ? {} : { service: this.service.service }),
  });
  any = $derived(this.role !== undefined || this.service !== undefined);

  clear(): void {
    this.role = undefined;
    this.service = undefined;
  }
}
