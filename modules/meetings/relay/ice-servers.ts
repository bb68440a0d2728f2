import { type Clock, rfc3339 } from "#kernel/clock";
import type { PublicUrl } from "#kernel/public-url";
import type { IceServer } from "#modules/meetings/meetings";
import { type Credentials, type createCredentials, credentialsBySecret, endOfCredentials } from "./credentials.ts";
import type { OtherIceServer, RelayClaim, RelayOptions } from "./ports.ts";

/** Returns the servers by which a participant reaches others. @param endsAtMs when what the participant holds ends, Unix ms */
export type IceServersFor = (of: Omit<RelayClaim, "endsAtMs">, endsAtMs: number) => IceServer[];

interface IceServersDeps {
	readonly clock: Clock;
	readonly publicUrl: PublicUrl;
	readonly credentials: Pick<ReturnType<typeof createCredentials>, "issue">;
}

/** Creates the lists of servers: the relay, and those of the operator. */
export function createIceServers(
	{ clock, publicUrl, credentials }: IceServersDeps,
	{ relay, urls, isTls, others }: Omit<RelayOptions, "keys" | "forwarder">,
): IceServersFor {
	function relayUrls(): readonly string[] {
		if (urls.length > 0) return urls;
		if (relay === null || relay.port === null) return [];
		return [`${isTls ? "turns" : "turn"}:${new URL(publicUrl.href).hostname}:${relay.port}?transport=tcp`];
	}

	return (of, endsAtMs) => {
		const claim: RelayClaim = { ...of, endsAtMs: endOfCredentials(clock.nowMs(), endsAtMs) };
		const own = relayUrls();
		return [
			...(own.length > 0 ? [serverOf(own, credentials.issue(claim), claim)] : []),
			...others.map((each) => otherServer(each, claim)),
		];
	};
}

function otherServer({ urls, access }: OtherIceServer, claim: RelayClaim): IceServer {
	if (access === null) return { urls: [...urls], username: null, credential: null, expiresAt: null };
	if ("secret" in access) return serverOf(urls, credentialsBySecret(access.secret, claim), claim);
	return { urls: [...urls], ...access, expiresAt: null };
}

const serverOf = (urls: readonly string[], credentials: Credentials, { endsAtMs }: RelayClaim): IceServer => ({
	urls: [...urls],
	...credentials,
	expiresAt: rfc3339(endsAtMs),
});
