import { type PublishedKey, readKeySet, type SignatureAlgorithm } from "#kernel/jwk-set";
import { parseStrictJson } from "#kernel/strict-json";
import type { Outbound } from "#platform/outbound";

/** Algorithms in which platforms sign: RS256, which all must have (1EdTech Security Framework 1.0 §5.1.2), and ES256. */
export const LAUNCH_ALGORITHMS = ["RS256", "ES256"] as const satisfies readonly SignatureAlgorithm[];

/** Time for all of a request for keys, in ms. */
const REQUEST_MS = 5_000;

/**
 * Fetches the public keys of a platform, those of {@link LAUNCH_ALGORITHMS}.
 * @param signal ends it early; null: nothing does
 * @throws OutboundError when there is no response; Error when the response has no such keys
 */
export async function fetchPlatformKeys(
	outbound: Pick<Outbound, "get">,
	jwksUri: string,
	signal: AbortSignal | null,
): Promise<readonly PublishedKey[]> {
	const deadline = AbortSignal.timeout(REQUEST_MS);
	const { status, body } = await outbound.get(jwksUri, {
		headers: { accept: "application/json" },
		signal: signal === null ? deadline : AbortSignal.any([signal, deadline]),
	});
	if (status !== 200) throw new Error(`the platform answered ${status}`);
	const keys = await readKeySet(parseKeySet(body));
	const usable = keys.filter(({ algorithm }) => LAUNCH_ALGORITHMS.some((known) => known === algorithm));
	if (usable.length === 0) throw new Error(`the key set contains no key for ${LAUNCH_ALGORITHMS.join(" or ")}`);
	return usable;
}

function parseKeySet(body: Uint8Array): Readonly<Record<string, unknown>> {
	const document = readJson(body);
	if (typeof document !== "object" || document === null) throw new Error("the response is no JSON object");
	return document as Readonly<Record<string, unknown>>;
}

function readJson(body: Uint8Array): unknown {
	try {
		return parseStrictJson(body);
	} catch (cause) {
		throw new Error("the response is no JSON, or longer than 64 KiB", { cause });
	}
}
