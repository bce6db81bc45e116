// Account endpoints.

import { ask, ApiError, Unreachable } from "$lib/online/api";
import type {
  BotList,
  Me,
  NewEmail,
  ClaimedGames,
  LogIn,
  NewAccount,
  NewBot,
  NewBotToken,
  NewPasskey,
  NewPasskeyAccount,
  NewPassword,
  NewToken,
  NewWebhook,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyList,
  PasskeyOrigin,
  PasskeyView,
  PasskeyRequest,
  PasswordProof,
  Problem,
  Recovery,
  RecoveryCodes,
  SessionList,
  SignedIn,
  TokenList,
  CreatedToken,
  VacationView,
  WebhookList,
  CreatedWebhook,
} from "$lib/online/types.gen";

type PasskeyPurposeRequest = Partial<PasskeyRequest> & Pick<PasskeyRequest, "for">;

const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

export const accountApi = {
  register: (request: NewAccount) => ask<SignedIn>("POST", "/accounts", request),
  logIn: (request: LogIn) => ask<SignedIn>("POST", "/sessions", request),
  logOut: () => ask<unknown>("DELETE", "/sessions"),
  rename: (name: string) => ask<Me>("PUT", "/me", { name }),
  sessions: () => ask<SessionList>("GET", "/sessions"),
  endSession: (id: string) => ask<unknown>("DELETE", at("/sessions", id)),
  setPassword: (request: NewPassword) => ask<unknown>("PUT", "/me/password", request),
  setEmail: (request: NewEmail) => ask<unknown>("PUT", "/me/email", request),
  recoveryCodes: (proof: PasswordProof) => ask<RecoveryCodes>("POST", "/me/recovery-codes", proof),
  recover: (request: Recovery) => ask<SignedIn>("POST", "/recovery", request),
  recoverByMail: (name: string) => ask<unknown>("POST", "/recovery/mail", { name }),
  vacation: () => ask<VacationView>("GET", "/me/vacation"),
  setVacation: (until: number | null) => ask<VacationView>("PUT", "/me/vacation", { until }),
  tokens: () => ask<TokenList>("GET", "/tokens"),
  createToken: (request: NewToken) => ask<CreatedToken>("POST", "/tokens", request),
  removeToken: (id: string) => ask<unknown>("DELETE", at("/tokens", id)),
  webhooks: () => ask<WebhookList>("GET", "/webhooks"),
  createWebhook: (request: NewWebhook) => ask<CreatedWebhook>("POST", "/webhooks", request),
  testWebhook: (id: string) => ask<unknown>("POST", `${at("/webhooks", id)}/test`),
  removeWebhook: (id: string) => ask<unknown>("DELETE", at("/webhooks", id)),
  bots: () => ask<BotList>("GET", "/accounts/bot"),
  createBot: (request: NewBot) => ask<SignedIn>("POST", "/accounts/bot", request),
  renewBotToken: (id: string, request: NewBotToken) =>
    ask<CreatedToken>("POST", `${at("/accounts/bot", id)}/token`, request),
  removeBot: (id: string) => ask<unknown>("DELETE", at("/accounts/bot", id)),
  prove: (answer: PasskeyAnswer) => ask<unknown>("POST", "/me/proof", answer),
  leave: (proof: Partial<PasswordProof>) => ask<unknown>("DELETE", "/me", proof),
  passkeyOrigin: () => ask<PasskeyOrigin>("GET", "/passkeys/origin"),
  startPasskey: (request: PasskeyPurposeRequest) => ask<PasskeyChallenge>("POST", "/passkeys/challenges", request),
  registerByPasskey: (request: NewPasskeyAccount) => ask<SignedIn>("POST", "/accounts/passkey", request),
  logInByPasskey: (answer: PasskeyAnswer) => ask<SignedIn>("POST", "/sessions/passkey", answer),
  passkeys: () => ask<PasskeyList>("GET", "/me/passkeys"),
  addPasskey: (request: NewPasskey) => ask<PasskeyView>("POST", "/me/passkeys", request),
  labelPasskey: (id: string, label: string) => ask<unknown>("PUT", at("/me/passkeys", id), { label }),
  removePasskey: (id: string, proof: PasswordProof) => ask<unknown>("DELETE", at("/me/passkeys", id), proof),
  takeGuest: (token: string) => ask<ClaimedGames>("POST", "/me/guests", { token }),
};

/** Downloads all data stored about the current user. */
export async function exported(): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch("/api/v1/me/export");
    if (response.ok) return await response.blob();
  } catch (error) {
    throw new Unreachable(String(error));
  }
  throw new ApiError((await response.json()) as Problem);
}
