# What the Windows installer does beyond electron-builder's own: `steward` on the command line, and no secret left when Steward goes.
# Included by electron-builder.yml (nsis.include). Every register used here is free at these places of electron-builder's scripts.

!macro customHeader
  LangString stewardOpen ${LANG_ENGLISH} "Steward is open, or a command of it is running. Close it, and choose Retry.$\r$\n$\r$\nNothing is ended by force: what is not finished could be lost."
  LangString stewardOpen ${LANG_NORWEGIAN} "Steward er åpent, eller en kommando kjører. Lukk programmet, og velg Prøv igjen.$\r$\n$\r$\nIngenting avsluttes med makt: noe som ikke er ferdig, kan gå tapt."
  !ifdef BUILD_UNINSTALLER
    LangString stewardSecrets ${LANG_ENGLISH} "Remove Steward's secrets of this Windows account: certificates, keys, tokens and passwords?$\r$\n$\r$\nThey are not revoked at the platform. Secrets of other accounts of this computer stay where they are."
    LangString stewardSecrets ${LANG_NORWEGIAN} "Vil du fjerne Stewards hemmeligheter fra denne Windows-kontoen: sertifikater, nøkler, tokener og passord?$\r$\n$\r$\nDe trekkes ikke tilbake hos plattformen. Hemmeligheter i andre kontoer på denne maskinen blir værende."
    LangString stewardEverything ${LANG_ENGLISH} "Also remove Steward's own files of this account: connections, settings, drafts, the activity journal and copies?$\r$\n$\r$\nFiles that you saved elsewhere stay."
    LangString stewardEverything ${LANG_NORWEGIAN} "Vil du også fjerne Stewards egne filer i denne kontoen: tilkoblinger, innstillinger, utkast, aktivitetsloggen og kopier?$\r$\n$\r$\nFiler du har lagret andre steder, blir værende."
    LangString stewardNotErased ${LANG_ENGLISH} "Steward could not remove them. A window of Steward may be open, a one-time secret may not be stored yet, or Windows may have refused.$\r$\n$\r$\nUninstall anyway, and leave them on this computer?"
    LangString stewardNotErased ${LANG_NORWEGIAN} "Steward kunne ikke fjerne dem. Et Steward-vindu kan være åpent, en engangshemmelighet er kanskje ikke lagret ennå, eller Windows kan ha nektet.$\r$\n$\r$\nVil du avinstallere likevel og la dem bli liggende på denne maskinen?"
    # Run in the process of the person who uninstalls, also where another account's password has raised the rights of this one.
    Function un.stewardErase
      ExecWait '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" $R7' $R5
      ${if} ${Errors}
        StrCpy $R5 "1"
      ${endIf}
    FunctionEnd
  !endif
!macroend

# Instead of electron-builder's own, which ends what runs without asking. A program that runs cannot be opened for writing. When a newer
# version takes this one's place, the program has begun to end itself, and is waited for.
!macro customCheckAppRunning
  StrCpy $R1 0
  stewardLook:
  ${if} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    ClearErrors
    FileOpen $R0 "$INSTDIR\${APP_EXECUTABLE_FILENAME}" a
    ${if} ${Errors}
      ${if} ${isUpdated}
      ${andIf} $R1 < 30
        IntOp $R1 $R1 + 1
        Sleep 500
        Goto stewardLook
      ${endIf}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(stewardOpen)" /SD IDCANCEL IDRETRY stewardLook
      SetErrorLevel 3
      Quit
    ${endIf}
    FileClose $R0
  ${endIf}
  ClearErrors
!macroend

# Adds a folder with steward.cmd to PATH of the account or the computer, or takes it out. That it did not work stops nothing.
!macro stewardPath ACTION FOLDER SCOPE
  InitPluginsDir
  File "/oname=$PLUGINSDIR\steward-path.ps1" "${BUILD_RESOURCES_DIR}\packaging\path.ps1"
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$PLUGINSDIR\steward-path.ps1" ${ACTION} "${FOLDER}" ${SCOPE}`
  Pop $R9
  ${if} $R9 == "0"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
  ${elseIf} $R9 == "4"
    DetailPrint "PowerShell is restricted on this computer, so PATH was left as it is: steward.cmd is in ${FOLDER}."
  ${else}
    DetailPrint "PATH was left as it is ($R9): steward.cmd is in ${FOLDER}."
  ${endIf}
!macroend

!macro stewardScope
  StrCpy $R8 "user"
  ${if} $installMode == "all"
    StrCpy $R8 "machine"
  ${endIf}
!macroend

!macro customInstall
  !insertmacro stewardScope
  # Installed for this account before, and now for everybody: the old folder has gone, and its entry goes too.
  ${if} $installMode == "all"
  ${andIf} $perUserInstallationFolder != ""
    !insertmacro stewardPath remove "$perUserInstallationFolder\bin" user
  ${endIf}
  !insertmacro stewardPath add "$INSTDIR\bin" $R8
!macroend

# A newer version runs the old one's uninstaller, with --updated and /KEEP_APP_DATA: nothing of the person may go then.
# Somebody who uninstalls is asked. A silent uninstallation removes the secrets of the account, with /KEEPSECRETS nothing; for everybody
# it removes none, as whoever runs it may be nobody's account. PATH goes last: until the secrets are gone, everything is as it was.
!macro customUnInstall
  StrCpy $R7 "erase"
  ${if} ${isUpdated}
    StrCpy $R7 "update"
  ${endIf}
  ${GetParameters} $R6
  ClearErrors
  ${GetOptions} $R6 "/KEEP_APP_DATA" $R5
  ${ifNot} ${Errors}
    StrCpy $R7 "update"
  ${endIf}
  ClearErrors
  ${if} $R7 != "update"
    ${GetOptions} $R6 "/KEEPSECRETS" $R5
    ${if} ${Errors}
      !insertmacro stewardErase
    ${endIf}
    !insertmacro stewardScope
    !insertmacro stewardPath remove "$INSTDIR\bin" $R8
  ${endIf}
  ClearErrors
!macroend

!macro stewardErase
  StrCpy $R7 "erase --yes"
  ${if} ${Silent}
    ${if} $installMode == "all"
      DetailPrint "Secrets of accounts were left: each person removes their own with steward erase --yes."
      StrCpy $R7 ""
    ${endIf}
  ${else}
    ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION "$(stewardSecrets)" IDYES`
      ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(stewardEverything)" IDYES`
        StrCpy $R7 "erase --everything --yes"
      ${endIf}
    ${else}
      StrCpy $R7 ""
    ${endIf}
  ${endIf}
  ${if} $R7 != ""
    # Nothing done, until it is said that it was.
    StrCpy $R5 "1"
    ClearErrors
    !insertmacro UAC_AsUser_Call Function un.stewardErase ${UAC_SYNCREGISTERS}|${UAC_SYNCINSTDIR}
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
