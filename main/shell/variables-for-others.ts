// The variables that another program is started with: none of Steward's own, which may be secrets (ATK-21).

type Variables = Readonly<Record<string, string | undefined>>;

/** Names of variables are alike in large and small letters on Windows. */
export const variablesForOthers = (env: Variables = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || /^steward_/i.test(name) ? [] : [[name, value]],
    ),
  );
