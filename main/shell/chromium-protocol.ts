// The commands of Chromium's DevTools protocol that the shell uses, with the shapes of their results.

export interface Protocol {
  send<C extends keyof Commands>(
    command: C,
    given?: Commands[C]['given'],
  ): Promise<Commands[C]['answer']>;
  on<E extends keyof Events>(event: E, hear: (value: Events[E]) => void): void;
}

export interface Commands {
  'Runtime.enable': { given: undefined; answer: unknown };
  'Runtime.addBinding': {
    given: { name: string; executionContextName?: string };
    answer: unknown;
  };
  'Runtime.getProperties': {
    given: { objectId: string; ownProperties: boolean };
    answer: { result: readonly { readonly name: string; readonly value?: RemoteObject }[] };
  };
  'Page.addScriptToEvaluateOnNewDocument': {
    given: { source: string; worldName: string };
    answer: unknown;
  };
  'Runtime.evaluate': {
    given: {
      expression: string;
      contextId?: number;
      uniqueContextId?: string;
      userGesture?: boolean;
      awaitPromise?: boolean;
      returnByValue?: boolean;
    };
    answer: { result: RemoteObject; exceptionDetails?: { text: string } };
  };
  'Runtime.releaseObject': { given: { objectId: string }; answer: unknown };
  'Page.enable': { given: undefined; answer: unknown };
  'Page.handleJavaScriptDialog': { given: { accept: boolean }; answer: unknown };
  'Page.getFrameTree': { given: undefined; answer: { frameTree: { frame: { id: string } } } };
  'Page.createIsolatedWorld': {
    given: { frameId: string; worldName: string };
    answer: { executionContextId: number };
  };
  'DOM.getFileInfo': { given: { objectId: string }; answer: { path: string } };
  'Page.bringToFront': { given: undefined; answer: unknown };
  'Target.getTargetInfo': { given: undefined; answer: { targetInfo: TargetInfo } };
  'Target.setDiscoverTargets': { given: { discover: boolean }; answer: unknown };
  'Target.closeTarget': { given: { targetId: string }; answer: unknown };
  'Browser.getWindowForTarget': {
    given: undefined;
    answer: { windowId: number; bounds: { windowState?: string } };
  };
  'Browser.setWindowBounds': {
    given: { windowId: number; bounds: { windowState: 'normal' | 'minimized' } };
    answer: unknown;
  };
  'Browser.grantPermissions': {
    given: { origin: string; permissions: readonly string[] };
    answer: unknown;
  };
}

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
}

export interface RemoteObject {
  readonly type: string;
  readonly value?: unknown;
  readonly objectId?: string;
}

export interface Events {
  'Target.targetCreated': { targetInfo: TargetInfo };
  'Target.targetDestroyed': { targetId: string };
  'Runtime.executionContextCreated': {
    context: {
      id: number;
      uniqueId: string;
      origin: string;
      auxData?: { isDefault?: boolean; frameId?: string };
    };
  };
  'Runtime.executionContextDestroyed': { executionContextId: number };
  'Runtime.executionContextsCleared': unknown;
  'Runtime.bindingCalled': { name: string; payload: string; executionContextId: number };
}
