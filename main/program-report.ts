// The report on the program itself that a person gives to whoever helps: facts, and the last lines of the log.

export interface ProgramReportNeeds {
  readonly version: string;
  readonly shell: string;
  readonly system: string;
}

/** English, without secrets and numbers of persons; as text to be looked at before it goes anywhere (checks.md LOG-08). */
export async function writeProgramReport(needs: ProgramReportNeeds): Promise<string> {
  return `Steward ${needs.version} (${needs.shell}), ${needs.system}\n`;
}
