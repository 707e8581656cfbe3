// Names under which no system runs a file or follows where it leads: dangerous endings get a harmless one behind them.
import path from 'node:path';
import { safeFileName } from './file-names.ts';

const endings = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Microsoft's list of attachments that Outlook blocks ("Blocked attachments in Outlook", support.microsoft.com): one list for all that runs, installs,
 * or changes the system on Windows, kept by whoever makes Windows.
 */
const BLOCKED_BY_OUTLOOK = endings(`
  ade adp app appcontent-ms application appref-ms asp aspx asx bas bat bgi cab cdxml cer chm cmd cnt com cpl crt csh der
  diagcab exe fxp gadget grp hlp hpj hta htc inf ins iso isp its jar jnlp js jse ksh lnk mad maf mag mam maq mar mas mat mau mav maw
  mcf mda mdb mde mdt mdw mdz msc msh msh1 msh2 mshxml msh1xml msh2xml msi msp mst msu ops osd pcd pif pl plg prf prg
  printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 pssc pst py pyc pyo pyw pyz pyzw reg scf scr sct settingcontent-ms shb shs
  theme tmp udl url vb vbe vbp vbs vhd vhdx vsmacros vsw webpnp website ws wsb wsc wsf wsh xbap xll xnk
`);
/**
 * What Outlook's list leaves out and the shells of the systems follow or open as something else than a document: places elsewhere, which may be
 * asked for as soon as the folder is shown; disks, installers and settings; starters of macOS and Linux.
 */
const FOLLOWED_BY_SHELLS = endings(`
  library-ms search-ms searchconnector-ms mydocs desklink themepack deskthemepack rdp remoteapp
  appinstaller appx appxbundle msix msixbundle img xpi slk iqy oqy rqy dqy
  command tool terminal workflow action scpt scptd applescript pkg mpkg dmg mobileconfig inetloc fileloc webloc afploc ftploc
  desktop sh bash run appimage deb rpm service flatpakref
`);
const DANGEROUS: ReadonlySet<string> = new Set([...BLOCKED_BY_OUTLOOK, ...FOLLOWED_BY_SHELLS]);
/** Windows takes such an ending for a place of its own, such as the control panel. */
const CLASS_ID = /^\{[0-9a-f-]+\}$/i;
/** Read by the Windows shell when a folder is opened. */
const READ_WITH_FOLDER = 'desktop.ini';

/** Of no program. */
const INERT = '.inert';

/** A safe name (FIL-01) that nothing starts; the true one is all but its ending. */
export function inertFileName(suggested: string): string {
  const safe = safeFileName(suggested);
  const ending = path.extname(safe).slice(1).toLowerCase();
  const isDangerous =
    DANGEROUS.has(ending) || CLASS_ID.test(ending) || safe.toLowerCase() === READ_WITH_FOLDER;
  return isDangerous ? safe + INERT : safe;
}
