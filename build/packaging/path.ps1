# Adds a folder to PATH or takes it out, for the installer. Other entries, and %VARIABLES% in them, stay as they are written.
param(
  [Parameter(Mandatory)][ValidateSet('add', 'remove')][string]$Action,
  [Parameter(Mandatory)][string]$Folder,
  [Parameter(Mandatory)][ValidateSet('user', 'machine')][string]$Scope
)
$ErrorActionPreference = 'Stop'
# Under application control PowerShell may touch neither registry nor types: it is said, before anything is begun.
if ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
  Write-Output "PowerShell is restricted here, so PATH stays as it is. For steward in a terminal, change this folder in PATH ($Action): $Folder"
  exit 4
}
if ($Scope -eq 'machine') {
  $hive = [Microsoft.Win32.Registry]::LocalMachine
  $name = 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
} else {
  $hive = [Microsoft.Win32.Registry]::CurrentUser
  $name = 'Environment'
}
$key = $hive.OpenSubKey($name, $true)
# A plain read would write out what %VARIABLES% mean today, and setx cuts at 1024 signs.
$before = [string]$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$own = $Folder.TrimEnd('\')
$after = @($before -split ';' | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $own })
if ($Action -eq 'add') { $after += $own }
$text = $after -join ';'
if ($text -ne $before) {
  $kind = if ($key.GetValueNames() -contains 'Path') { $key.GetValueKind('Path') } else { 'ExpandString' }
  $key.SetValue('Path', $text, $kind)
}
$key.Close()
