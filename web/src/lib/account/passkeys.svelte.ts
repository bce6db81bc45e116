// Passkeys: passes WebAuthn challenges from the server to the browser and answers back.

import { me } from "$lib/online/me.svelte";
import type { PasskeyAnswer, PasskeyPurpose } from "$lib/online/types.gen";
import { accountApi } from "./api";

/** Why passkeys are unavailable here. */
export type NoPasskeys = "here" | "name" | "site" | "browser";
/** IP addresses of this machine, for which WebAuthn does not work. */
const HERE = ["127.0.0.1", "[::1]"];

class Passkeys {
  /** The origin passkeys need; undefined until the server has answered. */
  #origin = $state.raw<string | null | undefined>();

  /** Asks the server once whether passkeys are available. */
  async look(): Promise<void> {
    if (this.#origin !== undefined) return;
    try {
      ({ origin: this.#origin } = await accountApi.passkeyOrigin());
    } catch {
      // Without a server or passkeys, the page does not mention them.
    }
  }
  get isOffered(): boolean {
    return this.#origin === location.origin && this.#inBrowser;
  }
  /** The origin at which passkeys work. */
  get origin(): string {
    return this.#origin ?? `${location.protocol}//localhost${location.port && `:${location.port}`}`;
  }
  /** Null while unknown or available. */
  get missing(): NoPasskeys | null {
    if (this.#origin === undefined || this.isOffered) return null;
    if (this.#origin === location.origin) return "browser";
    if (this.#origin !== null) return "site";
    return HERE.includes(location.hostname) ? "here" : "name";
  }
  get #inBrowser(): boolean {
    return "PublicKeyCredential" in window && window.isSecureContext;
  }
}
export const passkeys = new Passkeys();

const bytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0)).buffer;
const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

type Listed = { id: string; type: "public-key" }[];
const listed = (all: Listed | undefined) => (all ?? []).map(({ id, type }) => ({ id: bytes(id), type }));

interface Creation extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Listed;
}
interface Request extends Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> {
  challenge: string;
  allowCredentials?: Listed;
}

const answered = ({ id, rawId, type }: PublicKeyCredential, response: Record<string, unknown>) => ({
  id,
  rawId: text(rawId),
  type,
  response,
});

interface PasskeyOptions {
  name?: string | null;
  password?: string | null;
  passkey?: PasskeyAnswer | null;
}

/** Creates a passkey. Throws API errors, or a `DOMException` from the browser. */
export async function createPasskey(
  purpose: PasskeyPurpose & ("account" | "key"),
  request: PasskeyOptions,
): Promise<PasskeyAnswer> {
  const { challenge, options } = await accountApi.startPasskey({ for: purpose, ...request });
  const { excludeCredentials, ...rest } = options as unknown as Creation;
  const publicKey = {
    ...rest,
    challenge: bytes(rest.challenge),
    user: { ...rest.user, id: bytes(rest.user.id) },
    excludeCredentials: listed(excludeCredentials),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    challenge,
    credential: answered(made, {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
    }),
  };
}

/** Authenticates with a passkey. Throws like `createPasskey`. */
export async function usePasskey(
  purpose: PasskeyPurpose & ("log-in" | "proof"),
  request: PasskeyOptions,
): Promise<PasskeyAnswer> {
  const { challenge, options } = await accountApi.startPasskey({ for: purpose, ...request });
  const { allowCredentials, ...rest } = options as unknown as Request;
  const publicKey = { ...rest, challenge: bytes(rest.challenge), allowCredentials: listed(allowCredentials) };
  const got = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = got.response as AuthenticatorAssertionResponse;
  return {
    challenge,
    credential: answered(got, {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    }),
  };
}

/** Proof of account ownership: a password or a passkey. */
export class Reauthentication {
  password = $state("");
  #chosen = $state<"password" | "passkey" | null>(null);

  get by(): "password" | "passkey" {
    if (!me.account?.password) return "passkey";
    return this.mayChoose ? (this.#chosen ?? "password") : "password";
  }
  set by(chosen: "password" | "passkey") {
    this.#chosen = chosen;
  }
  get mayChoose(): boolean {
    return !!me.account?.password && me.account.passkeys > 0 && passkeys.isOffered;
  }

  /** The proof to send to the server. Throws like `usePasskey`. */
  async give(): Promise<{ password: string | null; passkey: PasskeyAnswer | null }> {
    if (this.by === "password") return { password: this.password, passkey: null };
    return { password: null, passkey: await usePasskey("proof", {}) };
  }
}
