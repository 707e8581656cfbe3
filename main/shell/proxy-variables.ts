// The system proxy where there is no browser engine to ask: from the environment variables that Unix programs read.

type Variables = Readonly<Record<string, string | undefined>>;

/** PAC-style answer for an https address: `DIRECT` or `PROXY host:port`. */
export function proxyFromVariables(address: URL, env: Variables): string {
  const given = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['ALL_PROXY'] ?? env['all_proxy'];
  if (given === undefined || given === '' || excepted(address, env)) return 'DIRECT';
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(text)) return 'DIRECT';
  const { protocol, hostname, port } = new URL(text);
  // SOCKS and proxies over TLS are not offered (see README); the connection's own setting can name another.
  if (protocol !== 'http:' || hostname === '') return 'DIRECT';
  return `PROXY ${hostname}:${port === '' ? '80' : port}`;
}

function excepted({ hostname, port }: URL, env: Variables): boolean {
  const list = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map((entry) => entry.trim());
  return list.some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', entryPort] = /^\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entryPort !== undefined && entryPort !== (port === '' ? '443' : port)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}
