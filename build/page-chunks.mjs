// Which file of the built page a module is in: that of the start, of a feature, or of what features share.

const FEATURE = /\/renderer\/screens\/([a-z-]+)\//;
const SCHEMAS = /\/(preload|node_modules\/zod)\//;
/** The fields of forms, which a few features share and no other needs. */
const FORMS = /\/(preload|renderer)\/forms\//;
const OF_SCREENS = /-of-screens$/;
const PRIORITY = { start: 4, schemas: 3, shared: 2 };

/**
 * Groups for Rolldown's code splitting; without them each set of screens that share a module would have a file of its own, and
 * showing a screen would ask for a dozen of them. A group takes along what its modules import, so what more need comes first.
 */
export function pageChunks() {
  const known = new Map();
  const ownersOf = (id, context) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const owners = new Set();
    known.set(id, owners);
    const seen = new Set([id]);
    for (const one of seen) {
      const { isEntry, importers, dynamicImporters } = context.getModuleInfo(one) ?? {};
      if (isEntry === true) owners.add('start');
      if (dynamicImporters?.length > 0) owners.add(FEATURE.exec(one)?.[1] ?? nameOf(one));
      for (const importer of importers ?? []) seen.add(importer);
    }
    return owners;
  };
  const chunkOf = (id, context) => {
    const owners = ownersOf(id, context);
    // What nobody imports is the bundler's own.
    if (owners.has('start') || owners.size === 0) return 'start';
    if (owners.size === 1) return [...owners][0];
    // Few words in two languages: else one language would bring the other along.
    if ([...owners].every((owner) => OF_SCREENS.test(owner))) return 'start';
    if (FORMS.test(id)) return 'forms';
    return SCHEMAS.test(id) ? 'schemas' : 'shared';
  };
  const group = (takes, priority) => ({
    name: (id, context) => {
      const chunk = chunkOf(id, context);
      return takes(chunk) ? chunk : null;
    },
    priority,
  });
  return [
    ...Object.entries(PRIORITY).map(([name, priority]) =>
      group((chunk) => chunk === name, priority),
    ),
    group((chunk) => !Object.hasOwn(PRIORITY, chunk), 1),
  ];
}

const nameOf = (id) => id.slice(id.lastIndexOf('/') + 1).replace(/\..*$/, '');
