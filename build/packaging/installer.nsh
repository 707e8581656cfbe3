# What the Windows installer does beyond electron-builder's own: `steward` on the command line, and no secret left when Steward goes.
# Included by electron-builder.yml (nsis.include). Every register used here is free at these places of electron-builder's scripts.

!macro customHeader
  !ifdef BUILD_UNINSTALLER
    LangString stewardSecrets ${LANG_ENGLISH} "Remove Steward's secrets of this Windows account: certificates, keys, tokens and passwords?$\r$\n$\r$\nThey are not revoked at the platform. Secrets of other accounts of this computer stay where they are."
    LangString stewardSecrets ${LANG_NORWEGIAN} "Vil du fjerne Stewards hemmeligheter fra denne Windows-kontoen: sertifikater, nøkler, tokener og passord?$\r$\n$\r$\nDe trekkes ikke tilbake hos plattformen. Hemmeligheter i andre kontoer på denne maskinen blir værende."
    LangString stewardEverything ${LANG_ENGLISH} "Also remove Steward's own files of this account: connections, settings, drafts, the activity journal and copies?$\r$\n$\r$\nFiles that you saved elsewhere stay."
    LangString stewardEverything ${LANG_NORWEGIAN} "Vil du også fjerne Stewards egne filer i denne kontoen: tilkoblinger, innstillinger, utkast, aktivitetsloggen og kopier?$\r$\n$\r$\nFiler du har lagret andre steder, blir værende."
    LangString stewardNotErased ${LANG_ENGLISH} "Steward could not remove them. A window of Steward may be open, a one-time secret may not be stored yet, or Windows may have refused.$\r$\n$\r$\nUninstall anyway, and leave them on this computer?"
    LangString stewardNotErased ${LANG_NORWEGIAN} "Steward kunne ikke fjerne dem. Et Steward-vindu kan være åpent, en engangshemmelighet er kanskje ikke lagret ennå, eller Windows kan ha nektet.$\r$\n$\r$\nVil du avinstallere likevel og la dem bli liggende på denne maskinen?"
  !endif
!macroend

# Adds the folder of steward.cmd to PATH of the account or the computer, or takes it out. That it did not work stops nothing.
!macro stewardPath ACTION
  InitPluginsDir
  File "/oname=$PLUGINSDIR\steward-path.ps1" "${BUILD_RESOURCES_DIR}\packaging\path.ps1"
  StrCpy $R8 "user"
  ${if} $installMode == "all"
    StrCpy $R8 "machine"
  ${endIf}
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$PLUGINSDIR\steward-path.ps1" ${ACTION} "$INSTDIR\bin" $R8`
  Pop $R9
  ${if} $R9 == "0"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
  ${else}
    DetailPrint "PATH was left as it is ($R9)."
  ${endIf}
!macroend

!macro customInstall
  !insertmacro stewardPath add
!macroend

# A newer version runs the old one's uninstaller, with --updated and /KEEP_APP_DATA: nothing of the person may go then.
# Somebody who uninstalls is asked; a silent uninstallation removes the secrets, and with /KEEPSECRETS nothing.
!macro customUnInstall
  StrCpy $R7 "erase"
  ${if} ${isUpdated}
    StrCpy $R7 "keep"
  ${endIf}
  ${GetParameters} $R6
  ClearErrors
  ${GetOptions} $R6 "/KEEP_APP_DATA" $R5
  ${ifNot} ${Errors}
    StrCpy $R7 "keep"
  ${endIf}
  ${if} $R7 == "erase"
    !insertmacro stewardPath remove
  ${endIf}
  ClearErrors
  ${GetOptions} $R6 "/KEEPSECRETS" $R5
  ${ifNot} ${Errors}
    StrCpy $R7 "keep"
  ${endIf}
  ${if} $R7 == "erase"
    !insertmacro stewardErase
  ${endIf}
  ClearErrors
!macroend

!macro stewardErase
  StrCpy $R7 "erase --yes"
  ${ifNot} ${Silent}
    ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION "$(stewardSecrets)" IDYES`
      ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(stewardEverything)" IDYES`
        StrCpy $R7 "erase --everything --yes"
      ${endIf}
    ${else}
      StrCpy $R7 ""
    ${endIf}
  ${endIf}
  ${if} $R7 != ""
    ClearErrors
    ExecWait '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" $R7' $R5
    ${if} ${Errors}
      StrCpy $R5 "1"
    ${endIf}
    ${if} $R5 != 0
      # What nobody can answer ends here, with everything as it was; /KEEPSECRETS leaves the secrets on purpose.
      ${if} ${Silent}
        SetErrorLevel 3
        Quit
      ${endIf}
      ${ifNot} ${Cmd} `MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(stewardNotErased)" IDYES`
        SetErrorLevel 3
        Quit
      ${endIf}
    ${endIf}
  ${endIf}
!macroend
