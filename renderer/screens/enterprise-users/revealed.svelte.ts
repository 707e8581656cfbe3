// A revealed secret: fetched only when shown, and dropped after 30 seconds, when the window loses focus, and on close.
import type { Failure } from '../../../preload/result.ts';
import { client } from '../../state/main-process.ts';

const SHOWN_FOR = 30_000;

export interface Revealed {
  /** Undefined while masked. */
  readonly secret: string | undefined;
  readonly failure: Failure | undefined;
  show(): Promise<void>;
  hide(): void;
}

/** Its maker calls `hide` when it goes. */
export function createRevealed(id: string, ask: (id: string) => Promise<Asked>): Revealed {
  let secret = $state.raw<string>();
  let failure = $state.raw<Failure>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  const hide = () => {
    turn += 1;
    clearTimeout(timer);
    removeEventListener('blur', hide);
    secret = undefined;
  };
  return {
    get secret() {
      return secret;
    },
    get failure() {
      return failure;
    },
    async show() {
      hide();
      const mine = turn;
      addEventListener('blur', hide);
      const answer = await ask(id);
      // Hidden again, or gone, while the answer was on its way: it is not taken.
      if (mine !== turn) return;
      failure = answer.ok ? undefined : answer.failure;
      if (!answer.ok) return;
      secret = answer.text;
      timer = setTimeout(hide, SHOWN_FOR);
    },
    hide,
  };
}

type Asked =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failure: Failure };

export async function askForSecret(secret: string): Promise<Asked> {
  const answer = await client.oneTimeSecrets.reveal({ secret });
  return answer.ok ? { ok: true, text: answer.value.secret } : answer;
}

export async function askForAnswer(secret: string): Promise<Asked> {
  const answer = await client.oneTimeSecrets.look({ secret });
  return answer.ok ? { ok: true, text: answer.value.answer } : answer;
}
