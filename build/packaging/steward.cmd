@echo off
rem `steward` on the command line of Windows. In a folder of its own: beside Steward.exe the name would mean that.
rem Within a command file the interpreter waits for a program with windows, and keeps its exit code.
"%~dp0..\Steward.exe" %*
exit /b %ERRORLEVEL%
