import { readCapped } from "./bounded-fetch.ts";

/**
 * Fetches a JSON object from a configured provider. Redirects are not followed, compressed responses are not unpacked,
 * and at most 256 KiB are read.
 * @throws Error when the response is not a 200 with a JSON object, or `signal` aborts it
 */
export async function fetchJson(url: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
	const response = await fetch(url, {
		signal,
		redirect: "manual",
		decompress: false,
		headers: { accept: "application/json", "accept-encoding": "identity" },
	});
	if (response.status !== 200) {
		await response.body?.cancel();
		throw new Error(`${url} answered ${response.status}`);
	}
	const value = parseJson(await readCapped(response, url), url);
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${url} holds no object`);
	return value as Readonly<Record<string, unknown>>;
}

function parseJson(bytes: Uint8Array, url: string): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (cause) {
		throw new Error(`${url} holds no JSON`, { cause });
	}
}
