// How each system is asked to keep a copied secret out of clipboard histories and clouds (checks.md CLP-01).

/** A raw format of the system's clipboard and its bytes. */
export type ConcealingFormat = readonly [format: string, bytes: Uint8Array];

const NO = new Uint8Array(4); // a DWORD of 0

export function concealingFormats(platform: NodeJS.Platform): readonly ConcealingFormat[] {
  switch (platform) {
    case 'win32':
      return [
        ['ExcludeClipboardContentFromMonitorProcessing', NO],
        ['CanIncludeInClipboardHistory', NO],
        ['CanUploadToCloudClipboard', NO],
      ];
    case 'darwin':
      return [['org.nspasteboard.ConcealedType', new Uint8Array()]];
    default:
      return [['x-kde-passwordManagerHint', new TextEncoder().encode('secret')]];
  }
}
