# What the Windows installer does beyond electron-builder's own: nobody's window is killed, `steward` on the command line, no secret left.
# Included by electron-builder.yml (nsis.include). test/packaging/windows-installer.test.ts runs what is compiled of it.
# Of the registers $R4 to $R9 are free at these places of electron-builder's scripts; its conditions `is...` write $R9.

!macro customHeader
  LangString stewardOpen ${LANG_ENGLISH} "Steward is open, or one of its commands is running, perhaps in another account on this computer.$\r$\n$\r$\nClose it, then choose Retry. Cancel changes nothing."
  LangString stewardOpen ${LANG_NORWEGIAN} "Steward er åpent, eller en av kommandoene kjører, kanskje i en annen konto på denne maskinen.$\r$\n$\r$\nLukk det, og velg Prøv igjen. Avbryt endrer ingenting."
  !ifdef BUILD_UNINSTALLER
    LangString stewardSecrets ${LANG_ENGLISH} "Remove the secrets that Steward has stored for the Windows account $R4 (certificates, keys, tokens and passwords)?$\r$\n$\r$\nThey are not revoked on the platform. Secrets of other accounts on this computer are kept."
    LangString stewardSecrets ${LANG_NORWEGIAN} "Vil du fjerne hemmelighetene Steward har lagret for Windows-kontoen $R4 (sertifikater, nøkler, tokener og passord)?$\r$\n$\r$\nDe trekkes ikke tilbake på plattformen. Hemmelighetene til andre kontoer på denne maskinen beholdes."
    LangString stewardEverything ${LANG_ENGLISH} "Also remove Steward's files for the account $R4 (connections, settings, drafts, the activity journal and offline copies)?$\r$\n$\r$\nFiles you have saved elsewhere are kept."
    LangString stewardEverything ${LANG_NORWEGIAN} "Vil du også fjerne filene til Steward for kontoen $R4 (tilkoblinger, innstillinger, utkast, aktivitetsloggen og frakoblede kopier)?$\r$\n$\r$\nFiler du har lagret andre steder, beholdes."
    LangString stewardNotErased ${LANG_ENGLISH} "Steward could not remove them. A Steward window may be open, a one-time secret may not have been stored, or Windows may have refused.$\r$\n$\r$\nUninstall anyway and leave them on this computer?"
    LangString stewardNotErased ${LANG_NORWEGIAN} "Steward kunne ikke fjerne dem. Et Steward-vindu kan være åpent, en engangshemmelighet er kanskje ikke lagret, eller Windows kan ha nektet.$\r$\n$\r$\nVil du avinstallere likevel og la dem ligge på denne maskinen?"

    # What concerns a person's account; see stewardAsPerson.
    Function un.stewardAccount
      ReadEnvStr $R4 USERNAME
    FunctionEnd

    Function un.stewardRun
      ClearErrors
      ExecWait '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" $R7' $R5
      ${if} ${Errors}
        StrCpy $R5 "1"
      ${endIf}
    FunctionEnd
  !else
    LangString stewardNoPath ${LANG_ENGLISH} "Steward is installed. Windows did not let the installer change PATH; PowerShell may be restricted on this computer.$\r$\n$\r$\nTo use the command steward in a terminal, add this folder to PATH:$\r$\n$INSTDIR\bin"
    LangString stewardNoPath ${LANG_NORWEGIAN} "Steward er installert. Windows lot ikke installasjonsprogrammet endre PATH; PowerShell kan være begrenset på denne maskinen.$\r$\n$\r$\nLegg denne mappen til i PATH for å bruke kommandoen steward i en terminal:$\r$\n$INSTDIR\bin"
  !endif
!macroend

# In place of electron-builder's check, which ends what runs by force, in silence too: a job, or a one-time secret that is not stored yet.
# A program that runs cannot be opened for writing, whoever runs it. The one that started an update is given time to end.
!macro customCheckAppRunning
  stewardWait:
  StrCpy $R7 0
  stewardLook:
  ClearErrors
  ${if} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    FileOpen $R8 "$INSTDIR\${APP_EXECUTABLE_FILENAME}" a
    ${if} ${Errors}
      StrCpy $R6 4
      ${if} ${isUpdated}
        !ifdef BUILD_UNINSTALLER
          # The installer has waited, and asks for this several times.
          StrCpy $R6 10
        !else
          StrCpy $R6 60
        !endif
      ${endIf}
      IntOp $R7 $R7 + 1
      ${if} $R7 < $R6
        Sleep 500
        Goto stewardLook
      ${endIf}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(stewardOpen)" /SD IDCANCEL IDRETRY stewardWait
      SetErrorLevel 3
      Quit
    ${else}
      FileClose $R8
    ${endIf}
  ${endIf}
  ClearErrors
!macroend

# Adds a folder to PATH of the account (user) or the computer (machine), or takes it out. $R9 is "0" when it did.
!macro stewardPath ACTION FOLDER SCOPE
  InitPluginsDir
  File "/oname=$PLUGINSDIR\steward-path.ps1" "${BUILD_RESOURCES_DIR}\packaging\path.ps1"
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$PLUGINSDIR\steward-path.ps1" ${ACTION} "${FOLDER}" ${SCOPE}`
  Pop $R9
  ${if} $R9 == "0"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
  ${endIf}
!macroend

# What comes before this has taken away an installation of this account alone, when the new one is for everybody, but not its entry in PATH:
# to the old uninstaller a newer version took its place.
!macro customInstall
  ${if} $installMode == "all"
    ${if} $perUserInstallationFolder != ""
      !insertmacro stewardPath remove "$perUserInstallationFolder\bin" user
    ${endIf}
    !insertmacro stewardPath add "$INSTDIR\bin" machine
  ${else}
    !insertmacro stewardPath add "$INSTDIR\bin" user
  ${endIf}
  StrCpy $R8 $R9
  ${if} $R8 != "0"
  ${andIfNot} ${isUpdated}
    MessageBox MB_OK|MB_ICONINFORMATION "$(stewardNoPath)" /SD IDOK
  ${endIf}
!macroend

# A newer version runs the old one's uninstaller, with --updated and /KEEP_APP_DATA: nothing of the person may go then.
# PATH goes last: when the secrets cannot be removed, everything stays as it was.
!macro customUnInstall
  ${GetParameters} $R6
  ClearErrors
  ${GetOptions} $R6 "/KEEP_APP_DATA" $R5
  ${if} ${Errors}
  ${andIfNot} ${isUpdated}
    ClearErrors
    ${GetOptions} $R6 "/KEEPSECRETS" $R5
    ${if} ${Errors}
      !insertmacro stewardErase
    ${endIf}
    ${if} $installMode == "all"
      !insertmacro stewardPath remove "$INSTDIR\bin" machine
    ${else}
      !insertmacro stewardPath remove "$INSTDIR\bin" user
    ${endIf}
  ${endIf}
  ClearErrors
!macroend

# With administrator's rights this may be the account whose password was typed, not the one whose person uninstalls: that one started
# the first, waiting process, which does it.
!macro stewardAsPerson FUNCTION
  ${if} ${UAC_IsInnerInstance}
    !insertmacro UAC_AsUser_Call Function ${FUNCTION} ${UAC_SYNCREGISTERS}|${UAC_SYNCINSTDIR}
  ${else}
    Call ${FUNCTION}
  ${endIf}
!macroend

# Somebody who uninstalls is asked. In silence the secrets of the account go; but where the program is everybody's, the account that removes it in
# silence is that of an administrator or of a distribution, so they stay: each person removes their own, before or after.
!macro stewardErase
  StrCpy $R7 "erase --yes"
  ${if} ${Silent}
    ${if} $installMode == "all"
      StrCpy $R7 ""
    ${endIf}
  ${else}
    !insertmacro stewardAsPerson un.stewardAccount
    ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION "$(stewardSecrets)" IDYES`
      ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(stewardEverything)" IDYES`
        StrCpy $R7 "erase --everything --yes"
      ${endIf}
    ${else}
      StrCpy $R7 ""
    ${endIf}
  ${endIf}
  ${if} $R7 != ""
    !insertmacro stewardAsPerson un.stewardRun
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
