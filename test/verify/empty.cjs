// An Electron program that does nothing: asked for the versions of its runtime.
