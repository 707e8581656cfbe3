// The doors as data: which file may import which outside library. Read by lint and by test/architecture.test.ts.

/** One editor of several libraries, loaded when it is first shown. */
const XML_EDITOR = ['renderer/components/xml-editor.ts', 'renderer/components/xml-closing-tags.ts'];

/** Library (or `node:` module) -> the files that may import it, and what everyone else uses instead. */
export const doors = {
  electron: {
    files: [
      'main/shell/electron.ts',
      'main/shell/electron-clipboard.ts',
      'main/shell/electron-dialogs.ts',
      'main/shell/electron-dock.ts',
      'main/shell/electron-menu.ts',
      'main/shell/electron-notifications.ts',
      'main/shell/electron-session.ts',
      'main/shell/electron-window.ts',
      'preload/electron-bridge.ts',
    ],
    instead: 'the Shell interface of main/shell/shell.ts',
  },
  'playwright-core': {
    files: ['main/shell/chromium.ts', 'main/shell/chromium-launch.ts'],
    instead: 'the Shell interface of main/shell/shell.ts',
  },
  'node:https': {
    // self-test.ts listens, it calls nobody.
    files: ['main/http/transport.ts', 'main/self-test.ts'],
    instead: 'Transport of main/http/transport.ts',
  },
  'node:http': {
    // loopback.ts listens, it calls nobody.
    files: [
      'main/http/transport.ts',
      'main/http/proxy.ts',
      'main/http/streams.ts',
      'main/auth/loopback.ts',
    ],
    instead: 'Transport of main/http/transport.ts',
  },
  'node:tls': {
    files: ['main/http/transport.ts', 'main/http/secure-connection.ts', 'main/self-test.ts'],
    instead: 'Transport of main/http/transport.ts',
  },
  'electron-updater': {
    files: ['main/shell/electron-installer.ts'],
    instead: 'main/updates/updates.ts',
  },
  keytar: {
    files: ['main/secrets/keychain.ts'],
    instead: 'Vault of main/secrets/vault.ts',
  },
  'node-forge': {
    files: ['main/secrets/certificate-worker.ts'],
    instead: 'main/secrets/certificates.ts',
  },
  '@noble/ciphers': { files: ['main/secrets/age.ts'], instead: 'main/secrets/age.ts' },
  'age-encryption': { files: ['main/secrets/age.ts'], instead: 'main/secrets/age.ts' },
  'oidc-client-ts': { files: ['main/auth/oidc.ts'], instead: 'main/auth/oidc.ts' },
  jose: { files: ['main/auth/jwt.ts'], instead: 'main/auth/jwt.ts' },
  'fast-xml-parser': { files: ['main/http/hal-xml.ts'], instead: 'main/http/hal-xml.ts' },
  'libxml2-wasm': { files: ['main/xsd/xsd-worker.ts'], instead: 'main/xsd/xsd.ts' },
  fflate: {
    files: ['main/file-formats/xlsx-reading.ts', 'main/storage/zip-source.ts'],
    instead: 'main/file-formats/table.ts',
  },
  'write-excel-file': { files: ['main/storage/xlsx-worker.ts'], instead: 'main/storage/xlsx.ts' },
  dompurify: {
    files: ['renderer/screens/messages/clean-body.ts'],
    instead: 'renderer/screens/messages/clean-body.ts',
  },
  '@codemirror/state': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/view': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/language': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/lang-xml': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/commands': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/search': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/lint': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@codemirror/autocomplete': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@lezer/common': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  '@lezer/highlight': {
    files: XML_EDITOR,
    instead: 'renderer/components/XmlEditor.svelte',
  },
  zod: { files: ['preload/contract/schema.ts'], instead: "z of 'preload/contract/schema.ts'" },
};
