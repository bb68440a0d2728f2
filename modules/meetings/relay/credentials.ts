import { createHmac } from "node:crypto";
import type { Clock } from "#kernel/clock";
import { hmacHex } from "#kernel/secrets";
import type { RelayClaim } from "./ports.ts";

/** For how long credentials are valid, in ms. What ends a participation ends a relay at once, whatever they say. */
const LIFETIME_MS = 12 * 3_600_000;

const id = (prefix: string): string => `(${prefix}_[0-9a-z]{26})`;
/** `<Unix seconds>:<organization>:<meeting>:<participant>[:<session>]`: names start as those of the usual REST scheme do. */
const USERNAME = new RegExp(`^(\\d{10}):${id("org")}:${id("mtg")}:${id("par")}(?::${id("ses")})?$`);

/** Credentials as a browser needs them. */
export interface Credentials {
	readonly username: string;
	readonly credential: string;
}

/** Returns when credentials that are issued now end, Unix ms, by whole seconds. @param endsAtMs when what the caller holds ends */
export const endOfCredentials = (nowMs: number, endsAtMs: number): number =>
	Math.floor(Math.min(nowMs + LIFETIME_MS, endsAtMs) / 1000) * 1000;

/** Creates the credentials of the relay. @param keys the first one signs, all of them are accepted */
export function createCredentials({ clock, keys }: { readonly clock: Clock; readonly keys: readonly Uint8Array[] }) {
	const passwordsOf = (username: string): readonly string[] => keys.map((key) => hmacHex(key, username));
	return {
		passwordsOf,

		/** Makes the credentials of a participant. */
		issue({ orgId, meetingId, participantId, sessionId, endsAtMs }: RelayClaim): Credentials {
			const parts = [endsAtMs / 1000, orgId, meetingId, participantId, ...(sessionId === null ? [] : [sessionId])];
			const username = parts.join(":");
			const [credential = ""] = passwordsOf(username);
			return { username, credential };
		},

		/** See `RelayAuthority.claimOf`. */
		claimOf(username: string): RelayClaim | null {
			const [, seconds, orgId, meetingId, participantId, sessionId = null] = USERNAME.exec(username) ?? [];
			if (!orgId || !meetingId || !participantId) return null;
			const endsAtMs = Number(seconds) * 1000;
			return endsAtMs <= clock.nowMs() ? null : { orgId, meetingId, participantId, sessionId, endsAtMs };
		},
	};
}

/**
 * Makes credentials for a server of the operator by the scheme of the TURN REST API, as coturn reads it
 * (`use-auth-secret`): HMAC-SHA-1 is its choice.
 */
export function credentialsBySecret(secret: string, { participantId, endsAtMs }: RelayClaim): Credentials {
	const username = `${endsAtMs / 1000}:${participantId}`;
	return { username, credential: createHmac("sha1", secret).update(username).digest("base64") };
}
