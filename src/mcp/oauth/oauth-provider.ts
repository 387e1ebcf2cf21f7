import type { OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/client";
import type { Rng } from "../../domain/clock.ts";
import type { OAuthSettings } from "../server-settings.ts";
import type { LoginDesk } from "./login-desk.ts";
import type { TokenFile } from "./token-file.ts";

/** The server wants a person, and none is there. */
export class LoginNeededError extends Error {
  override readonly name = "LoginNeededError";
}

export type OAuthParts = {
  readonly settings: OAuthSettings;
  readonly file: TokenFile;
  readonly desk: LoginDesk | null;
  readonly rng: Rng;
};

export type OAuthLogin = OAuthClientProvider & {
  /** Whether a person came back with what they were sent away with. */
  readonly isOurs: (answer: URLSearchParams) => boolean;
};

/** Keeps what the authorization code flow needs: the registration and the tokens on disk, the rest for this one login. */
export function createOAuthProvider({ settings, file, desk, rng }: OAuthParts): OAuthLogin {
  const redirectUrl = desk?.redirectUrl ?? file.read().redirect_url ?? "http://127.0.0.1/callback";
  let verifier = "";
  let state = "";
  let discovery: OAuthDiscoveryState | undefined;
  return {
    redirectUrl,
    ...(settings.client_metadata_url === undefined ? {} : { clientMetadataUrl: settings.client_metadata_url }),
    clientMetadata: {
      client_name: "Hermes",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(settings.scope === undefined ? {} : { scope: settings.scope }),
    },
    state: () => (state = rng.hex(32)),
    isOurs: (answer) => state !== "" && answer.get("state") === state,
    clientInformation: () => {
      if (settings.client_id !== undefined) return registered(settings.client_id, settings.client_secret);
      const { client, redirect_url: known } = file.read();
      return desk === null || known === redirectUrl ? client : undefined; // registered for another way back
    },
    saveClientInformation: (client) => file.write({ client, redirect_url: redirectUrl }),
    tokens: () => file.read().tokens,
    saveTokens: (tokens) => file.write({ tokens }),
    redirectToAuthorization: async (address) => {
      if (desk === null) throw new LoginNeededError("it wants a login");
      await desk.show(address);
    },
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => void (discovery = given),
    discoveryState: () => discovery,
    invalidateCredentials: (scope) => {
      if (scope === "all" || scope === "tokens") file.write({ tokens: undefined });
      if (scope === "all" || scope === "client") file.write({ client: undefined });
      if (scope === "all" || scope === "discovery") discovery = undefined;
    },
  };
}

function registered(id: string, secret: string | undefined) {
  return { client_id: id, ...(secret === undefined ? {} : { client_secret: secret }) };
}
