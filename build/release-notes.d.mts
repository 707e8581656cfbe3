export function newestNotes(version: string, changelog?: string): string;
