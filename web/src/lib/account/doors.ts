// The server's doors of accounts.

import { ask, Declined, Unreachable } from "$lib/online/api";
import type {
  AccountView,
  BotList,
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
  UserView,
  VacationView,
  WebhookList,
  CreatedWebhook,
} from "$lib/online/types.gen";

export interface Me {
  user: UserView;
  account?: AccountView;
}

type Asked = Partial<PasskeyRequest> & Pick<PasskeyRequest, "for">;

const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

export const doors = {
  register: (wish: NewAccount) => ask<SignedIn>("POST", "/accounts", wish),
  logIn: (wish: LogIn) => ask<SignedIn>("POST", "/sessions", wish),
  logOut: () => ask<unknown>("DELETE", "/sessions"),
  rename: (name: string) => ask<Me>("PUT", "/me", { name }),
  sessions: () => ask<SessionList>("GET", "/sessions"),
  endSession: (id: string) => ask<unknown>("DELETE", at("/sessions", id)),
  setPassword: (wish: NewPassword) => ask<unknown>("PUT", "/me/password", wish),
  setEmail: (wish: NewEmail) => ask<unknown>("PUT", "/me/email", wish),
  recoveryCodes: (proof: PasswordProof) => ask<RecoveryCodes>("POST", "/me/recovery-codes", proof),
  recover: (wish: Recovery) => ask<SignedIn>("POST", "/recovery", wish),
  recoverByMail: (name: string) => ask<unknown>("POST", "/recovery/mail", { name }),
  vacation: () => ask<VacationView>("GET", "/me/vacation"),
  setVacation: (until: number | null) => ask<VacationView>("PUT", "/me/vacation", { until }),
  tokens: () => ask<TokenList>("GET", "/tokens"),
  makeToken: (wish: NewToken) => ask<CreatedToken>("POST", "/tokens", wish),
  removeToken: (id: string) => ask<unknown>("DELETE", at("/tokens", id)),
  webhooks: () => ask<WebhookList>("GET", "/webhooks"),
  makeWebhook: (wish: NewWebhook) => ask<CreatedWebhook>("POST", "/webhooks", wish),
  testWebhook: (id: string) => ask<unknown>("POST", `${at("/webhooks", id)}/test`),
  removeWebhook: (id: string) => ask<unknown>("DELETE", at("/webhooks", id)),
  bots: () => ask<BotList>("GET", "/accounts/bot"),
  makeBot: (wish: NewBot) => ask<SignedIn>("POST", "/accounts/bot", wish),
  renewBotToken: (id: string, wish: NewBotToken) => ask<CreatedToken>("POST", `${at("/accounts/bot", id)}/token`, wish),
  removeBot: (id: string) => ask<unknown>("DELETE", at("/accounts/bot", id)),
  prove: (answer: PasskeyAnswer) => ask<unknown>("POST", "/me/proof", answer),
  leave: (proof: Partial<PasswordProof>) => ask<unknown>("DELETE", "/me", proof),
  passkeyOrigin: () => ask<PasskeyOrigin>("GET", "/passkeys/origin"),
  askPasskey: (wish: Asked) => ask<PasskeyChallenge>("POST", "/passkeys/challenges", wish),
  registerByPasskey: (wish: NewPasskeyAccount) => ask<SignedIn>("POST", "/accounts/passkey", wish),
  logInByPasskey: (answer: PasskeyAnswer) => ask<SignedIn>("POST", "/sessions/passkey", answer),
  passkeys: () => ask<PasskeyList>("GET", "/me/passkeys"),
  addPasskey: (wish: NewPasskey) => ask<PasskeyView>("POST", "/me/passkeys", wish),
  labelPasskey: (id: string, label: string) => ask<unknown>("PUT", at("/me/passkeys", id), { label }),
  removePasskey: (id: string, proof: PasswordProof) => ask<unknown>("DELETE", at("/me/passkeys", id), proof),
  takeGuest: (token: string) => ask<ClaimedGames>("POST", "/me/guests", { token }),
};

/** Everything that is stored about whoever asks, as a file. */
export async function exported(): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch("/api/v1/me/export");
    if (response.ok) return await response.blob();
  } catch (error) {
    throw new Unreachable(String(error));
  }
  throw new Declined((await response.json()) as Problem);
}
